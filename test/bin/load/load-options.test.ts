import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../bin/command-errors.ts';
import { readLoadOptions } from '../../../bin/load/load-options.ts';
import { mintSecret } from '../../../src/keys/secret.ts';

const secret = mintSecret();
const sources = {
  environment: { RPC_API_KEY: secret, OTHER: secret, EMPTY: '' },
  readStandardInput: async () => `${secret}\n`,
};
const load = ['--url', 'https://rpc.example.com', '--rps', '10', '--seconds', '5'];
const read = (...args: string[]) => readLoadOptions(args, sources);

describe('the command line of npm run load', () => {
  test('takes the secret from the environment, from standard input or, visibly, from itself', async () => {
    const plain = { url: 'https://rpc.example.com/', rps: 10, seconds: 5, secret, method: 'getHealth', json: false };
    expect(await read(...load)).toEqual({ ...plain, isKeyVisible: false });
    expect(await read(...load, '--key-from-env', 'OTHER')).toMatchObject({ secret, isKeyVisible: false });
    expect(await read(...load, '--key', '-')).toMatchObject({ secret, isKeyVisible: false });
    expect(await read(...load, '--key', secret)).toMatchObject({ secret, isKeyVisible: true });
  });

  test('takes plain HTTP on this machine only', async () => {
    for (const url of [
      'http://127.0.0.1:8545',
      'http://localhost:1/devnet',
      'http://api.localhost:1/',
      'http://[::1]:1',
    ]) {
      expect(await read(...load, '--url', url)).toBeDefined();
    }
    await expect(read(...load, '--url', 'http://rpc.example.com')).rejects.toThrow('must be an https URL');
  });

  test('--help needs nothing else', async () => {
    expect(await read('--help')).toBeUndefined();
  });

  test.each([
    [['--bogus'], "Unknown option '--bogus'"],
    [['--url', ''], '--url is empty. Is a variable not set?'],
    [['--key='], '--key is empty.'],
    [['--key-from-env', ''], '--key-from-env is empty.'],
    [['--rps', '0'], '--rps 0: must be a whole number from 1 to 1000.'],
    [['--rps', '1.5'], '--rps 1.5: must be'],
    [['--rps', '1001'], '--rps 1001: must be'],
    [['--seconds', '601'], '--seconds 601: must be'],
    [['--rps', '1000', '--seconds', '61'], 'One run sends at most 60000'],
    [['--url', 'rpc.example.com'], 'must be an https URL'],
    [['--method', 'sendTransaction'], 'is not a read of a chain'],
    [['--method', 'unknown'], 'is not a read of a chain'],
    [['--key', '-', '--key-from-env', 'OTHER'], 'Use either --key or --key-from-env.'],
    [['--key-from-env', 'EMPTY'], 'The variable EMPTY is not set.'],
    [['--key-from-env', 'MISSING'], 'The variable MISSING is not set.'],
    [['--key', 'slc_short'], 'The secret is malformed.'],
  ])('%j is refused', async (args, message) => {
    await expect(read(...load, ...args)).rejects.toThrow(UsageError);
    await expect(read(...load, ...args)).rejects.toThrow(message);
  });

  test.each(['url', 'rps', 'seconds'])('--%s is required', async (name) => {
    const index = load.indexOf(`--${name}`);
    await expect(read(...load.toSpliced(index, 2))).rejects.toThrow(`--${name} is missing`);
  });
});

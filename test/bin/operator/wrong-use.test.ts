import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { findAccount } from '../../../src/directory/directory-reads.ts';
import { OperatorProgram } from './operator-program.ts';

let program: OperatorProgram;
beforeAll(async () => {
  program = await OperatorProgram.start();
  await program.register('acme');
});
afterAll(() => program.stop());

// test/bin/command-line.test.ts has every kind of option.
const options = ['stage', 'port', 'config', 'plan'];

describe('wrong use of the command says what is wrong and what is right, does nothing, and exits with 2', () => {
  const wrong: [string, string[], RegExp][] = [
    ...options.map((option): [string, string[], RegExp] => [
      `an empty --${option}`,
      ['accounts', 'suspend', 'acme', `--${option}`, ''],
      new RegExp(`^--${option} is empty`),
    ]),
    ['an empty --stage with an equals sign', ['accounts', 'list', '--stage='], /^--stage is empty/],
    ['a blank --stage', ['accounts', 'list', '--stage', ' '], /^--stage is empty/],
    ['--stage without a value', ['accounts', 'list', '--stage'], /^Option '--stage <value>' argument missing\.\n/],
    ['--stage followed by an option', ['accounts', 'list', '--stage', '--json'], /^Option '--stage' argument is amb/],
    ['--stage given twice', ['accounts', 'list', '--stage', 'dev', '--stage', 'prod'], /^--stage is given twice/],
    [
      '--stage with --port',
      ['accounts', 'list', '--stage', 'dev', '--port', '8545'],
      /^--stage selects a deployed gateway/,
    ],
    ['a stage that is not a name', ['accounts', 'list', '--stage', 'prod dev'], /^--stage must be a name/],
    ['a port that is not a number', ['accounts', 'list', '--port', '../8545'], /^--port must be a number/],
    [
      'an unknown command',
      ['keys', 'paint'],
      /^Unknown command "keys paint"\. There are: keys list, .+\nUsage: npm run sluice -- COMMAND/,
    ],
    ['a property of objects as a command', ['constructor'], /^Unknown command "constructor"/],
    ['a typing error', ['acounts', 'list'], /^Unknown command "acounts list"\. Did you mean "accounts list"\?/],
    ['half a command', ['keys'], /^Unknown command "keys"/],
    [
      'too few arguments',
      ['keys', 'show', 'acme'],
      /^KEY is missing\.\nUsage: npm run sluice -- keys show ACCOUNT KEY/,
    ],
    [
      'too many arguments',
      ['plans', 'list', 'a'],
      /^Unexpected argument 'a'\.\nUsage: npm run sluice -- plans list \[/,
    ],
    ['an argument of a command without any', ['replay', 'all'], /^Unexpected argument 'all'/],
    ['an empty argument', ['accounts', 'suspend', ''], /^An argument is empty/],
    ['another command’s option', ['plans', 'list', '--log', 'a'], /^This command has no option --log\.\n/],
    ['another command’s flag', ['plans', 'list', '--csv'], /^This command has no option --csv\.\n/],
    ['an unknown option', ['plans', 'list', '--color'], /^Unknown option '--color'\.\n/],
    ['a name without visible characters', ['keys', 'create', 'acme', '\u200b'], /^The name contains an invisible/],
    [
      'a grace period that is not a number',
      ['keys', 'rotate', 'a', 'k', '--grace-hours', '1h'],
      /^--grace-hours must be/,
    ],
    [
      'a limit of 0',
      ['requests', 'list', 'acme', 'k', '--limit', '0'],
      /^--limit must be a whole number from 1 to 100[^\n]*\nUsage: npm run sluice -- requests list ACCOUNT KEY/,
    ],
    ['a limit of 101', ['requests', 'list', 'acme', 'k', '--limit', '101'], /^--limit must be a whole number/],
    ['an unknown outcome', ['requests', 'list', 'acme', 'k', '--outcome', 'fine'], /^--outcome must be one of ok, rpc/],
    ['an invalid request id', ['requests', 'list', 'acme', 'k', '--before', 'x'], /^--before must be the id of a/],
    ['an invalid email address', ['accounts', 'create', 'ann'], /^ann is not an email address/],
    ['an empty standard input', ['keys', 'find'], /^Standard input is empty/],
    ['a secret as an argument', ['keys', 'find', 'slc_secret'], /^Unexpected argument/],
  ];
  test.each(wrong)('%s', async (_name, args, message) => {
    const { code, out, err } = await program.run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(await findAccount(program.directory, 'acme')).toMatchObject({ state: 'active', version: 1 });
  });
});

describe('the exit code tells what went wrong', () => {
  test.each([
    ['an unknown account', ['accounts', 'show', 'unknown'], 4, /^The account unknown does not exist/],
    ['keys of an unknown account', ['keys', 'list', 'unknown'], 4, /^The account unknown does not exist/],
    ['usage of an unknown account', ['accounts', 'usage', 'unknown'], 4, /^The account unknown does not exist/],
    ['an unknown key', ['keys', 'revoke', 'acme', 'key_0'], 4, /^The key key_0 does not exist/],
    [
      'an unknown token',
      ['accounts', 'revoke-token', 'acme', `tok_${'0'.repeat(26)}`],
      4,
      /^The token .+ does not exist/,
    ],
    ['an unknown plan', ['accounts', 'change-plan', 'acme', 'platinum'], 4, /^The plan platinum is not available/],
    ['an unknown stage', ['accounts', 'list', '--stage', 'none'], 4, /^AWS has no stack Sluice-none in the account/],
    ['no local gateway', ['accounts', 'list', '--port', '1'], 5, /^No local gateway is running on port 1/],
  ])('%s', async (_name, args, expected, message) => {
    const { code, out, err } = await program.run(...args);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('3 for a limit of the plan', async () => {
    await program.register('full');
    for (const name of ['one', 'two', 'three']) await program.documents('keys', 'create', 'full', name);
    expect(await program.run('keys', 'create', 'full', 'four')).toMatchObject({ code: 3, out: '' });
  });

  test('5 for a local gateway that was killed, and for AWS without credentials or a region', async () => {
    const connection = { dynamodbUrl: 'http://127.0.0.1:1', tables: program.tables, failures: '/nowhere' };
    const variables = { USER_POOL_URL: 'http://127.0.0.1:1', USER_POOL_ID: 'pool' };
    writeFileSync(join(program.folder, '.local/9000.json'), JSON.stringify({ ...connection, variables }));
    expect(await program.run('accounts', 'show', 'acme', '--port', '9000')).toMatchObject({
      code: 5,
      err: 'connect ECONNREFUSED 127.0.0.1:1\n',
    });
    const list = ['accounts', 'list', '--stage', 'dev'];
    const noCredentials = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
    expect(await program.runWith('', list, noCredentials)).toMatchObject({ code: 5 });
    expect(await program.runWith('', list, { AWS_REGION: undefined })).toMatchObject({
      code: 5,
      err: 'No AWS region is set. Set AWS_REGION.\n',
    });
  });

  test('5 for a CloudFormation that is silent, after seconds', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = v.parse(v.object({ port: v.number() }), silent.address());
    const url = { AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}` };
    const { code, out } = await program.runWith('', ['accounts', 'list', '--stage', 'dev'], url);
    silent.closeAllConnections();
    silent.close();
    expect({ code, out }).toEqual({ code: 5, out: '' });
  });
});

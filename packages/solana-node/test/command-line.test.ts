import { describe, expect, test } from '@jest/globals';
import { OptionsError, readOptions } from '../command-line.ts';

describe('the command line', () => {
  test('says network, port and when to end', () => {
    expect(readOptions(['--network', 'mainnet', '--port', '8899', '--until-stdin-closes'])).toEqual({
      help: false,
      network: 'mainnet',
      port: 8899,
      'until-stdin-closes': true,
    });
  });

  test.each(['mainnet', 'testnet', 'my-net2'])('takes the network %s', (network) => {
    expect(readOptions(['--network', network]).network).toBe(network);
  });

  test('takes any free port unless it says one', () => {
    expect(readOptions(['--network', 'devnet']).port).toBe(0);
  });

  test('takes the time of a slot, or leaves it to the node', () => {
    expect(readOptions(['--network', 'devnet', '--slot-ms', '400'])['slot-ms']).toBe(400);
    expect(readOptions(['--network', 'devnet'])['slot-ms']).toBeUndefined();
  });

  test('is refused with the flag that is wrong', () => {
    const cases: readonly [readonly string[], string][] = [
      [['--network', 'Testnet'], '--network must be a name in lower case'],
      [['--network', ''], '--network must be a name in lower case'],
      [['--network', 'my net'], '--network must be a name in lower case'],
      [['--network', 'devnet', '--port', '65536'], '--port must be a number'],
      [['--network', 'devnet', '--port', 'http'], '--port must be a number'],
      [['--network', 'devnet', '--slot-ms', '49'], '--slot-ms must be a number from 50 to 60000'],
      [['--network', 'devnet', '--slot-ms', 'fast'], '--slot-ms must be a number from 50 to 60000'],
      [['--nework', 'devnet'], "'--nework'"],
      [['devnet'], "'devnet'"],
    ];
    for (const [args, message] of cases) {
      expect(() => readOptions(args)).toThrow(OptionsError);
      expect(() => readOptions(args)).toThrow(message);
    }
  });
});

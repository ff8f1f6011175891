import { describe, expect, test } from '@jest/globals';
import { checkNetworks } from '../../lib/check-networks.ts';
import { ConfigurationError } from '../../lib/context.ts';
import { endpointOutput, type RpcRoute } from '../../src/rpc-routes.ts';

const row = (network: string, path = `/${network}`): RpcRoute => ({ path, chain: 'solana', network });

function refusal(...rows: readonly RpcRoute[]): string {
  try {
    checkNetworks(rows);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('the rows were accepted');
}

describe('the networks', () => {
  test('of this repository are valid', () => expect(() => checkNetworks()).not.toThrow());

  test('may be of any chain, and need not be named mainnet', () => {
    const rows: RpcRoute[] = [
      { path: '/', chain: 'ethereum', network: 'eth-mainnet' },
      { path: '/l2/op', chain: 'ethereum', network: 'op-mainnet-2', maxLag: 30 },
    ];
    expect(() => checkNetworks(rows)).not.toThrow();
    expect(rows.map(endpointOutput)).toEqual(['EthMainnetEndpoint', 'OpMainnet2Endpoint']);
    for (const output of rows.map(endpointOutput)) expect(output).toMatch(/^[A-Za-z0-9]+$/);
  });
});

describe('the networks are refused, by row and with the fix,', () => {
  test.each(['Mainnet', 'eth_mainnet', '1inch', 'a--b', '-a', 'a-', 'a b', ''])('when one is named %j', (network) => {
    const message = refusal(row('devnet'), row(network, '/x'));
    expect(message).toContain(`{ path: '/x', network: '${network}' }: The name must have lower-case letters`);
    expect(message.split('\n')).toHaveLength(2);
  });

  test.each(['', 'devnet', '/devnet/', '//', '/{proxy+}', '/dev net', '/a?b'])('when a path is %j', (path) => {
    expect(refusal(row('devnet', path))).toContain(
      `{ path: '${path}', network: 'devnet' }: The path must begin with '/'`,
    );
  });

  test('when two have the same name', () => {
    expect(refusal(row('devnet', '/a'), row('devnet', '/b'))).toBe(
      "src/rpc-routes.ts is wrong:\n  - { path: '/b', network: 'devnet' }: Another row has this name. Rename one of them.",
    );
  });

  test('when two have the same path', () => {
    expect(refusal(row('devnet', '/'), row('testnet', '/'))).toContain(
      "{ path: '/', network: 'testnet' }: Another row has this path",
    );
  });

  test('when two names make the same output', () => {
    expect(refusal(row('base2'), row('base-2'))).toContain("output Base2Endpoint would clash with that of 'base2'");
  });

  test.each([0, -1, 1.5, Number.NaN])('when maxLag is %d', (maxLag) => {
    expect(refusal({ ...row('devnet'), maxLag })).toContain('maxLag must be a whole number above 0');
  });

  test('when there are no rows', () => expect(refusal()).toContain('There is no network. Add a row.'));
});

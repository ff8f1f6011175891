import { describe, expect, test } from '@jest/globals';
import { chainOf, errorCauses } from '../../../../dashboard/pages/overview/error-causes.ts';

describe('the causes of errors', () => {
  test('are the outcomes and the codes of nodes, most calls first, each with its filter of the history', () => {
    const total = {
      outcomes: { ok: 100, rate_limited: 5, rpc_error: 9 },
      rpcErrorCodes: { '-32602': 7, other: 2 },
    };
    expect(errorCauses(total, 'solana').map(({ label, count, search }) => [label, count, search])).toEqual([
      ['-32602 Invalid parameters', 7, { outcome: 'rpc_error', errorCode: -32602 }],
      ['Rate limited', 5, { outcome: 'rate_limited' }],
      ['Other codes', 2, { outcome: 'rpc_error', errorCode: 'other' }],
    ]);
  });

  test('have a row for errors of nodes without a code', () => {
    const causes = errorCauses({ outcomes: { rpc_error: 9 }, rpcErrorCodes: { '-32602': 7 } });
    expect(causes.map(({ label, count, search }) => [label, count, search])).toEqual([
      ['-32602 Invalid parameters', 7, { outcome: 'rpc_error', errorCode: -32602 }],
      ['RPC error', 2, { outcome: 'rpc_error' }],
    ]);
  });

  test('lead to all errors if the history cannot be filtered by an outcome of a later release', () => {
    expect(errorCauses({ outcomes: { key_paused: 1 }, rpcErrorCodes: {} })).toMatchObject([
      { label: 'Key paused', count: 1, search: { outcome: 'error' } },
    ]);
  });

  test('are none if every call succeeded', () => {
    expect(errorCauses({ outcomes: { ok: 3 }, rpcErrorCodes: {} })).toEqual([]);
  });
});

test('codes are explained by the chain only if all calls were on one', () => {
  const networks = [
    { network: 'mainnet', chain: 'solana' },
    { network: 'devnet', chain: 'solana' },
    { network: 'base', chain: 'ethereum' },
  ];
  expect(chainOf(['mainnet', 'devnet'], networks)).toBe('solana');
  expect(chainOf(['mainnet', 'base'], networks)).toBeUndefined();
  expect(chainOf(['mainnet', 'gone'], networks)).toBeUndefined();
  expect(chainOf([], networks)).toBeUndefined();
});

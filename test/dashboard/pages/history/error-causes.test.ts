import { describe, expect, test } from '@jest/globals';
import { errorCauses } from '../../../../dashboard/pages/history/error-causes.ts';

const networks = [
  { network: 'mainnet', chain: 'solana' },
  { network: 'base', chain: 'ethereum' },
];

const usageOf = (
  outcomes: Readonly<Record<string, number>>,
  codes: Readonly<Record<string, Readonly<Record<string, number>>>> = {},
) => ({
  total: { outcomes },
  byNetwork: Object.fromEntries(Object.entries(codes).map(([name, rpcErrorCodes]) => [name, { rpcErrorCodes }])),
});

describe('the causes of errors', () => {
  test('are the outcomes and the codes of nodes, most calls first, each with its filter of the history', () => {
    const usage = usageOf({ ok: 100, rate_limited: 5, rpc_error: 9 }, { mainnet: { '-32602': 7, other: 2 } });
    expect(errorCauses(usage, networks).map(({ label, count, search }) => [label, count, search])).toEqual([
      ['-32602 Invalid parameters', 7, { outcome: 'rpc_error', errorCode: -32602, network: 'mainnet' }],
      ['Rate limited', 5, { outcome: 'rate_limited' }],
      ['Other codes', 2, { outcome: 'rpc_error', errorCode: 'other', network: 'mainnet' }],
    ]);
  });

  test('keep networks apart: a code may mean something else on another chain', () => {
    const usage = usageOf({ rpc_error: 5 }, { mainnet: { '-32005': 3 }, base: { '-32005': 2 } });
    expect(errorCauses(usage, networks).map(({ label, count, search }) => [label, count, search.network])).toEqual([
      ['-32005 Node behind (mainnet)', 3, 'mainnet'],
      ['-32005 Limit exceeded (base)', 2, 'base'],
    ]);
  });

  test('are not explained while the networks load', () => {
    const usage = usageOf({ rpc_error: 3 }, { mainnet: { '-32005': 3 } });
    expect(errorCauses(usage, [])).toMatchObject([{ label: '-32005', meaning: '' }]);
  });

  test('have a row for errors of nodes without a code', () => {
    const causes = errorCauses(usageOf({ rpc_error: 9 }, { mainnet: { '-32602': 7 } }), networks);
    expect(causes.map(({ label, count, search }) => [label, count, search])).toEqual([
      ['-32602 Invalid parameters', 7, { outcome: 'rpc_error', errorCode: -32602, network: 'mainnet' }],
      ['RPC error', 2, { outcome: 'rpc_error' }],
    ]);
  });

  test('lead to all errors if the history cannot be filtered by an outcome of a later release', () => {
    expect(errorCauses(usageOf({ key_paused: 1 }), networks)).toMatchObject([
      { label: 'Key paused', count: 1, search: { outcome: 'error' } },
    ]);
  });

  test('are none if every call succeeded', () => {
    expect(errorCauses(usageOf({ ok: 3 }), networks)).toEqual([]);
  });
});

import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { historySearch } from '../../../../dashboard/pages/history/history-search.ts';
import { errorCodeRows, outcomeRows } from '../../../../dashboard/pages/usage/outcome-rows.ts';
import { figures } from './report.ts';

const endpoints = [
  { network: 'mainnet', chain: 'solana', url: 'https://sol.example' },
  { network: 'sepolia', chain: 'ethereum', url: 'https://eth.example' },
];
const withCodes = (rpcErrorCodes: Record<string, number>) => ({ ...figures({ rpc_error: 1 }), rpcErrorCodes });

describe('the calls by outcome', () => {
  test('add up to all calls, and lead to the requests of each outcome', () => {
    const total = figures({ ok: 7, upstream_timeout: 2 });
    const rows = outcomeRows(total);
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(total.calls);
    expect(rows.map(({ filter }) => filter)).toEqual([{ outcome: 'ok' }, { outcome: 'upstream_timeout' }]);
  });

  test('have an outcome that occurred only before', () => {
    expect(outcomeRows(figures({ ok: 1 }), figures({ key_expired: 4 }))).toMatchObject([
      { id: 'ok', calls: 1, callsBefore: 0 },
      { id: 'key_expired', calls: 0, callsBefore: 4 },
    ]);
  });

  test('of a later release have a row that leads to all errors, because History does not know them', () => {
    expect(outcomeRows(figures({ method_blocked: 1 }))).toMatchObject([
      { label: 'Method blocked', filter: { outcome: 'error' } },
    ]);
  });
});

describe('the RPC errors by code', () => {
  const byNetwork = { mainnet: withCodes({ '-32005': 2, other: 1 }), sepolia: withCodes({ '-32005': 5, 3: 7 }) };

  test('have a row per network, because a code may mean something else on another chain', () => {
    const rows = errorCodeRows({ byNetwork }, endpoints);
    expect(rows.map(({ network, label, calls }) => [network, label, calls])).toEqual([
      ['sepolia', '3 Execution reverted', 7],
      ['sepolia', '-32005 Limit exceeded', 5],
      ['mainnet', '-32005 Node behind', 2],
      ['mainnet', 'Other codes', 1],
    ]);
  });

  test('lead to their requests: History accepts every filter', () => {
    for (const { filter } of errorCodeRows({ byNetwork }, endpoints))
      expect(v.parse(historySearch, filter)).toEqual(filter);
  });

  test('have the words of JSON-RPC while the networks load', () => {
    expect(errorCodeRows({ byNetwork: { mainnet: withCodes({ '-32602': 1 }) } }, [])[0]?.label).toBe(
      '-32602 Invalid parameters',
    );
  });

  test('are compared with the same code of the same network', () => {
    const before = { byNetwork: { mainnet: withCodes({ '-32005': 9 }) } };
    const rows = errorCodeRows({ byNetwork }, endpoints, before);
    expect(rows.map(({ callsBefore }) => callsBefore)).toEqual([0, 0, 9, 0]);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type BreakdownRow,
  keyRows,
  methodRows,
  networkRows,
  topRows,
} from '../../../../dashboard/pages/usage/breakdown-rows.ts';
import { figures, keyFigures, methodFigures } from './report.ts';

const row = (name: string, calls: number, more: Partial<BreakdownRow> = {}): BreakdownRow => ({
  id: name,
  name,
  calls,
  errors: 0,
  latencies: [5],
  ...more,
});
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(`m${index}`, index + 1, { errors: 1 }));

describe('the top ten and the rest', () => {
  const anyRow = fc.record({
    id: fc.uuid(),
    name: fc.string(),
    calls: fc.nat(),
    errors: fc.nat(),
    callsBefore: fc.nat(),
  });

  test('add up to all calls, all errors and all calls before', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (given) => {
        const all = given.map((one) => ({ ...one, latencies: [] }));
        const { top, rest } = topRows(all);
        for (const figure of ['calls', 'errors', 'callsBefore'] as const) {
          const sum = (some: readonly BreakdownRow[]) => some.reduce((before, one) => before + (one[figure] ?? 0), 0);
          expect(sum([...top, ...(rest ? [rest] : [])])).toBe(sum(all));
        }
      }),
    );
  });

  test('are the rows with the most calls, sorted by calls, then by name', () => {
    expect(topRows([row('b', 1), row('a', 1), row('c', 9)]).top.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  });

  test('have a rest with the number of its rows, without latency and without a filter', () => {
    const { top, rest } = topRows(rows(14));
    expect(top).toHaveLength(10);
    expect(rest).toEqual({
      id: 'rest',
      name: '4 more',
      calls: 2 + 3 + 4 + 5 - 4,
      errors: 4,
      latencies: [],
      callsBefore: undefined,
    });
  });

  test('show a single remaining row as its own', () => {
    expect(topRows(rows(11))).toMatchObject({ top: { length: 11 } });
    expect(topRows(rows(11)).rest).toBeUndefined();
    expect(topRows(rows(12)).rest?.name).toBe('2 more');
  });

  test('are empty without calls', () => {
    expect(topRows([])).toEqual({ top: [] });
  });
});

describe('rows', () => {
  test('of methods have the mean latency; null if no node answered', () => {
    const byMethod = { getSlot: methodFigures({ ok: 2 }, 12.5), getBlock: methodFigures({ rate_limited: 1 }, null) };
    expect(methodRows({ byMethod }).map(({ latencies }) => latencies)).toEqual([[12.5], [null]]);
  });

  test('lead to the requests of a method, a group of methods, a network or a key', () => {
    const byMethod = {
      getSlot: methodFigures({ ok: 2 }, 5),
      other: methodFigures({ ok: 1 }, 5),
      none: methodFigures({ ok: 1 }, null),
    };
    expect(methodRows({ byMethod }).map(({ name, filter }) => [name, filter])).toEqual([
      ['getSlot', { method: 'getSlot' }],
      ['Unknown methods', { method: 'other' }],
      ['No method read', { method: 'none' }],
    ]);
    expect(networkRows({ byNetwork: { devnet: figures({ ok: 1 }) } })).toMatchObject([
      { filter: { network: 'devnet' } },
    ]);
    expect(keyRows([keyFigures('key_1', { ok: 1 })])).toMatchObject([{ filter: { key: 'key_1' } }]);
  });

  test('have the calls before, 0 if there were none, and stay if there are none now', () => {
    const byMethod = { getSlot: methodFigures({ ok: 2 }, 5), getBlock: methodFigures({ ok: 4 }, 5) };
    const before = { getSlot: methodFigures({ ok: 3 }, 5), getTransaction: methodFigures({ ok: 7 }, 5) };
    expect(methodRows({ byMethod }, { byMethod: before }).map((one) => [one.name, one.calls, one.callsBefore])).toEqual(
      [
        ['getSlot', 2, 3],
        ['getBlock', 4, 0],
        ['getTransaction', 0, 7],
      ],
    );
    const keys = keyRows([keyFigures('key_1', { ok: 1 })], [keyFigures('key_2', { ok: 9 }, 'revoked')]);
    expect(keys).toMatchObject([
      { id: 'key_1', calls: 1, callsBefore: 0 },
      { id: 'key_2', calls: 0, callsBefore: 9, note: 'revoked', latencies: [null, null, null] },
    ]);
  });

  test('of a method named like a property of every object are its own', () => {
    const byMethod = JSON.parse('{ "constructor": { "calls": 1, "errors": 0, "outcomes": {}, "meanLatency": null } }');
    expect(methodRows({ byMethod }, { byMethod: {} })).toMatchObject([
      { name: 'constructor', calls: 1, callsBefore: 0 },
    ]);
  });
});

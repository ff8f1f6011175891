import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { breakdownRows, meanColumn, percentileColumns } from '../../../../dashboard/pages/usage/breakdown-rows.ts';
import { figures, methodFigures } from './report.ts';

const methods = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`m${index}`, figures({ ok: index + 1, rpc_error: 1 }, 5)]),
  );

describe('the top ten and the rest', () => {
  test('add up to all calls and all errors', () => {
    const some = fc.dictionary(
      fc.string(),
      fc.record({ ok: fc.nat(), rate_limited: fc.nat() }).map((of) => figures(of)),
    );
    fc.assert(
      fc.property(some, (byName) => {
        const { top, rest } = breakdownRows(byName, percentileColumns);
        const rows = [...top, ...(rest ? [rest] : [])];
        for (const figure of ['calls', 'errors'] as const) {
          const all = Object.values(byName).reduce((sum, part) => sum + part[figure], 0);
          expect(rows.reduce((sum, row) => sum + row[figure], 0)).toBe(all);
        }
      }),
    );
  });

  test('are the parts with the most calls, sorted by calls, then by name', () => {
    const { top } = breakdownRows(
      { b: figures({ ok: 1 }), a: figures({ ok: 1 }), c: figures({ ok: 9 }) },
      percentileColumns,
    );
    expect(top.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  });

  test('have a rest with the number of its parts and without latency', () => {
    const { top, rest } = breakdownRows(methods(14), percentileColumns);
    expect(top).toHaveLength(10);
    expect(top[0]).toMatchObject({ name: 'm13', calls: 15, latencies: [5, 10, 15] });
    expect(rest).toEqual({ name: '4 more', calls: 2 + 3 + 4 + 5, errors: 4, latencies: [] });
  });

  test('show a single remaining part as its own row', () => {
    expect(breakdownRows(methods(11), percentileColumns)).toMatchObject({ top: { length: 11 } });
    expect(breakdownRows(methods(11), percentileColumns).rest).toBeUndefined();
    expect(breakdownRows(methods(12), percentileColumns).rest?.name).toBe('2 more');
  });

  test('have the mean latency of methods, or null if no node answered', () => {
    const byMethod = { getSlot: methodFigures({ ok: 2 }, 12.5), other: methodFigures({ rate_limited: 1 }, null) };
    expect(breakdownRows(byMethod, meanColumn).top.map(({ latencies }) => latencies)).toEqual([[12.5], [null]]);
  });

  test('are empty without calls', () => {
    expect(breakdownRows({}, percentileColumns)).toEqual({ top: [] });
  });
});

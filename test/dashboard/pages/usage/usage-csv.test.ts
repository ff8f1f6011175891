import { expect, test } from '@jest/globals';
import { csvName, methodsCsv, networksCsv, pointsCsv } from '../../../../dashboard/pages/usage/usage-csv.ts';
import { methodFigures, report } from './report.ts';

const rowsOf = (csv: string) =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
const columnOf = (csv: string, name: string) => {
  const [header = [], ...rows] = rowsOf(csv);
  return rows.map((row) => row[header.indexOf(name)] ?? '');
};

test('the file over time has a row per point, with its start in UTC', () => {
  expect(columnOf(pointsCsv(report()), 'from')).toEqual([
    '2026-11-20T10:00:00.000Z',
    '2026-11-20T11:00:00.000Z',
    '2026-11-20T12:00:00.000Z',
  ]);
});

test('every row has a column per outcome, and they add up to the calls', () => {
  const csv = pointsCsv(report());
  const [header = [], ...rows] = rowsOf(csv);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([header.length]));
  const outcomes = header.slice(header.indexOf('ok'), header.indexOf('p50_ms'));
  expect(outcomes).toHaveLength(11);
  const sums = rows.map((row) => outcomes.reduce((sum, name) => sum + Number(row[header.indexOf(name)]), 0));
  expect(sums.map(String)).toEqual(columnOf(csv, 'calls'));
});

test('missing values are empty: the rate without calls, the latency without answers', () => {
  expect(columnOf(pointsCsv(report()), 'error_rate')).toEqual(['0.25', '', '0.5']);
  expect(columnOf(pointsCsv(report()), 'p99_ms')).toEqual(['30', '', '120']);
});

test('the file by method has every method, also those that the page combines, most calls first', () => {
  const many = Object.fromEntries(
    Array.from({ length: 15 }, (_, index) => [`m${index}`, methodFigures({ ok: index + 1 }, 5)]),
  );
  const names = columnOf(methodsCsv(many), 'method');
  expect(names).toHaveLength(15);
  expect(names[0]).toBe('m14');
});

test('methods have their mean latency, networks have percentiles', () => {
  expect(columnOf(methodsCsv(report().byMethod), 'mean_ms')).toEqual(['10', '40']);
  expect(columnOf(networksCsv(report().byNetwork), 'p95_ms')).toEqual(['40']);
});

test('a method named like a formula stays text', () => {
  expect(columnOf(methodsCsv({ '=cmd|x!A0': methodFigures({ ok: 1 }, 5) }), 'method')).toEqual(["'=cmd|x!A0"]);
});

test('the file name has the content and the range, in characters that are valid on every system', () => {
  const name = csvName('hour', report());
  expect(name).toBe('usage-by-hour_2026-11-20T1000Z_2026-11-20T1300Z.csv');
  expect(name).toMatch(/^[\w.-]+$/);
});

import { expect, test } from '@jest/globals';
import { errorCodeRows, outcomeRows } from '../../../../dashboard/pages/usage/outcome-rows.ts';
import {
  csvName,
  errorCodesCsv,
  keysCsv,
  methodsCsv,
  networksCsv,
  outcomesCsv,
  pointsCsv,
} from '../../../../dashboard/pages/usage/usage-csv.ts';
import { figures, keyFigures, methodFigures, report } from './report.ts';

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
  expect(columnOf(pointsCsv(report()), 'at')).toEqual([
    '2026-11-20T10:00:00.000Z',
    '2026-11-20T11:00:00.000Z',
    '2026-11-20T12:00:00.000Z',
  ]);
});

test('every row has a column per outcome, and they add up to the calls', () => {
  const csv = pointsCsv(report());
  const [header = [], ...rows] = rowsOf(csv);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([header.length]));
  const outcomes = header.slice(header.indexOf('ok'));
  expect(outcomes).toHaveLength(13);
  const sums = rows.map((row) => outcomes.reduce((sum, name) => sum + Number(row[header.indexOf(name)]), 0));
  expect(sums.map(String)).toEqual(columnOf(csv, 'calls'));
});

test('missing values are empty, such as the latency without answers', () => {
  expect(columnOf(pointsCsv(report()), 'p99Ms')).toEqual(['30', '', '120']);
});

test('the file by method has every method, also those that the page combines, most calls first', () => {
  const many = Object.fromEntries(
    Array.from({ length: 15 }, (_, index) => [`m${index}`, methodFigures({ ok: index + 1 }, 5)]),
  );
  const names = columnOf(methodsCsv({ byMethod: many }), 'method');
  expect(names).toHaveLength(15);
  expect(names[0]).toBe('m14');
});

test('methods have their mean latency, networks have percentiles', () => {
  expect(columnOf(methodsCsv(report()), 'meanMs')).toEqual(['10', '40']);
  expect(columnOf(networksCsv(report()), 'p95Ms')).toEqual(['40']);
});

test('a method named like a formula stays text', () => {
  expect(columnOf(methodsCsv({ byMethod: { '=cmd|x!A0': methodFigures({ ok: 1 }, 5) } }), 'method')).toEqual([
    `"'=cmd|x!A0"`,
  ]);
});

test('the file name has the content and the range, in characters that are valid on every system', () => {
  const name = csvName('hour', report());
  expect(name).toBe('usage-by-hour_2026-11-20T1000Z_2026-11-20T1300Z.csv');
  expect(name).toMatch(/^[\w.-]+$/);
});

test('the file over time also has local times, if the reader chose them', () => {
  const local = pointsCsv(report(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(rowsOf(pointsCsv(report(), 'UTC'))[0]).not.toContainEqual(expect.stringContaining('atIn'));
  const zone = rowsOf(local)[0]?.find((name) => name.startsWith('atIn'));
  if (zone !== undefined) expect(columnOf(local, zone)[0]).toMatch(/^2026-11-2\d \d\d:00$/);
});

test('the file by key has names and ids, most calls first', () => {
  const csv = keysCsv([keyFigures('key_1', { ok: 1 }), keyFigures('key_2', { ok: 1, rpc_error: 3 }, 'revoked')]);
  expect(columnOf(csv, 'keyId')).toEqual(['key_2', 'key_1']);
  expect(columnOf(csv, 'name')).toEqual(['name of key_2', 'name of key_1']);
  expect(columnOf(csv, 'state')).toEqual(['revoked', 'active']);
  expect(columnOf(csv, 'errors')).toEqual(['3', '0']);
});

test('the files by outcome and error code have what is compared with; codes are numbers', () => {
  const outcomes = outcomesCsv(outcomeRows(report().total, figures({ ok: 3, key_revoked: 2 })));
  expect(columnOf(outcomes, 'outcome')).toEqual(['ok', 'rpc_error', 'rate_limited', 'key_revoked']);
  expect(columnOf(outcomes, 'callsBefore')).toEqual(['3', '0', '0', '2']);
  const byNetwork = { mainnet: { ...figures({ rpc_error: 4 }), rpcErrorCodes: { '-32602': 3, other: 1 } } };
  const codes = errorCodesCsv(errorCodeRows({ byNetwork }, []));
  expect(columnOf(codes, 'code')).toEqual(['-32602', 'other']);
  expect(columnOf(codes, 'callsBefore')).toEqual(['', '']);
});

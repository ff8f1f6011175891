import { expect, test } from '@jest/globals';
import { readRecordRow } from '../../../../src/records/history.ts';
import { historyRows } from '../../growth/rows.ts';

const day = Date.UTC(2026, 10, 20);
const rows = historyRows('key', day, 1_000);

test('the rows are records that the history shows', () => {
  for (const row of rows) expect(readRecordRow(row, day)).toMatchObject({ keyId: 'key', outcome: 'ok' });
});

test('they lie in one partition, in the order of their time, over the whole day', () => {
  expect(new Set(rows.map(({ pk }) => pk))).toEqual(new Set(['key#2026-11-20']));
  const ids = rows.map(({ sk }) => String(sk));
  expect(ids).toEqual(ids.toSorted());
  expect(rows.at(-1)?.at).toBe(day + 999 * 86_400);
});

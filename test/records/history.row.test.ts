import { expect, test } from '@jest/globals';
import { readRecordRow } from '../../src/records/history.ts';
import { recordKey } from '../../src/records/record.ts';
import { noon, recordOf } from '../usage/record.ts';

const record = recordOf({ upstreamMs: 3 });
const item = { ...recordKey(record), ...record, expiresAt: noon / 1_000 + 60 };

test('a row is read as its record, without attributes of the storage', () => {
  expect(readRecordRow(item, noon)).toEqual(record);
});

test('an expired row is read as undefined, from the exact time on', () => {
  expect(readRecordRow(item, noon + 59_999)).toEqual(record);
  expect(readRecordRow(item, noon + 60_000)).toBeUndefined();
});

test('an invalid row is an error', () => {
  expect(() => readRecordRow({ ...item, calls: [] }, noon)).toThrow();
  expect(() => readRecordRow({ ...item, expiresAt: undefined }, noon)).toThrow();
});

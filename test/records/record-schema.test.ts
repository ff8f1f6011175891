import { expect, test } from '@jest/globals';
import { recordKey } from '../../src/records/record.ts';
import { readRecordRow } from '../../src/records/record-schema.ts';
import { noon, recordOf } from '../usage/record.ts';

const record = recordOf({ upstreamMs: 3 });
const item = { ...recordKey(record), ...record, expiresAt: noon / 1_000 + 60 };

test('a row holds its record, and nothing of how it is stored', () => {
  expect(readRecordRow(item, noon)).toEqual(record);
});

test('a row that has expired holds none, from the very moment on', () => {
  expect(readRecordRow(item, noon + 59_999)).toEqual(record);
  expect(readRecordRow(item, noon + 60_000)).toBeUndefined();
});

test('what is no row is an error', () => {
  expect(() => readRecordRow({ ...item, calls: [] }, noon)).toThrow();
  expect(() => readRecordRow({ ...item, expiresAt: undefined }, noon)).toThrow();
});

import { expect, test } from '@jest/globals';
import { reportBefore, reportKeys } from '../../../../dashboard/pages/usage/use-report.ts';
import { keyFigures, report } from './report.ts';

const usage = report();
const keys = [keyFigures('key_1', { ok: 7 }), keyFigures('key_2', { ok: 3 })];
const { from, to, span } = usage;
const ofAllKeys = { data: { from, to, span, keys }, error: null };
const failed = { data: undefined, error: new Error('The range has too many keys.') };

test('a report of all keys has the keys of its range only', () => {
  expect(reportKeys(undefined, ofAllKeys, usage)).toEqual({ keys });
  expect(reportKeys(undefined, ofAllKeys, { ...usage, from: '2026-11-20T09:00:00.000Z' })).toEqual({});
  expect(reportKeys(undefined, ofAllKeys, { ...usage, span: 'minute' })).toEqual({});
});

test('a report of one key has no keys, though those of all keys were fetched before', () => {
  expect(reportKeys('key_1', ofAllKeys, usage)).toEqual({});
  expect(reportKeys('key_1', failed, usage)).toEqual({});
});

test('nor has the report of the period before', () => {
  const earlier = { ...usage, to: usage.from };
  expect(reportBefore(undefined, usage, earlier, ofAllKeys)?.keys).toEqual(keys);
  expect(reportBefore('key_1', usage, earlier, ofAllKeys)).toEqual({ usage: earlier, keys: undefined });
});

test('keys that could not be fetched are an error; keys that could not be refreshed stay', () => {
  expect(reportKeys(undefined, failed, usage)).toEqual({ keysError: failed.error });
  expect(reportKeys(undefined, { ...ofAllKeys, error: failed.error }, usage)).toEqual({ keys });
});

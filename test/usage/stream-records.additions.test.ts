import { expect, test } from '@jest/globals';
import { readStreamRecord, uncountedContributions } from '../../src/usage/stream-records.ts';
import { networkChains } from '../support/settings.ts';
import { insertOf, recordOf } from './record.ts';

const hour = 'hour#2026-11-20T12#devnet';
const minute = 'minute#2026-11-20T12:00#devnet';

const left = (uncounted?: readonly string[]) =>
  uncountedContributions({ ...readStreamRecord(insertOf(recordOf(), 1)), uncounted }, networkChains).map(
    ({ sk }) => sk,
  );

test('a record contributes to all of its counters, or only to those that a replay names', () => {
  expect(left()).toEqual([minute, hour]);
  expect(left([hour])).toEqual([hour]);
  expect(left([hour, hour])).toEqual([hour]);
  expect(left([])).toEqual([]);
});

test('a replay that names a counter to which its record does not contribute is rejected', () => {
  expect(() => left([hour, 'other'])).toThrow(
    expect.objectContaining({
      name: 'UnknownCounterError',
      code: 'unknown_counter',
      message: `The record does not add to all of these counters: ${hour}, other.`,
    }),
  );
});

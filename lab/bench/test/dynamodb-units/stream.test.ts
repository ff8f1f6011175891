import { describe, expect, test } from '@jest/globals';
import { cutBatches } from '../../dynamodb-units/tally-units.ts';

const lengths = (ats: readonly number[], batching: { size: number; windowMs: number }) =>
  cutBatches(
    ats.map((at) => ({ item: {}, at })),
    batching,
  ).map((batch) => batch.length);

describe('the batches of a stream', () => {
  test('end when the window since their first record is over', () => {
    expect(lengths([0, 400, 999, 1_000, 1_999, 2_000], { size: 100, windowMs: 1_000 })).toEqual([3, 2, 1]);
  });

  test('begin with the first record that comes after the one before', () => {
    expect(lengths([0, 1_700, 2_600], { size: 100, windowMs: 1_000 })).toEqual([1, 2]);
  });

  test('end when they are full', () => {
    expect(lengths([0, 1, 2, 3, 4], { size: 2, windowMs: 1_000 })).toEqual([2, 2, 1]);
  });

  test('are none where nothing was written', () => expect(lengths([], { size: 2, windowMs: 1 })).toEqual([]));
});

import { describe, expect, test } from '@jest/globals';
import { partitionLimits, UnitBucket, type UnitLimit } from './unit-limit.ts';

/** The units taken one by one within ms, every tenth of a millisecond. */
function takenWithin(limit: UnitLimit, ms: number, share?: number): number {
  const bucket = new UnitBucket(limit, 0);
  let taken = 0;
  for (let tenth = 0; tenth < ms * 10; tenth += 1) if (bucket.take(1, tenth / 10, share)) taken += 1;
  return taken;
}

describe('the write units of a partition', () => {
  test('are those of the bucket and then a thousand a second', () => {
    expect(takenWithin(partitionLimits.bucket, 3_000)).toBeCloseTo(4_000, -1);
    expect(takenWithin(partitionLimits['depth 100'], 3_000)).toBeCloseTo(3_100, -1);
  });

  test('begin again with each whole second, if the limit is one of whole seconds', () => {
    const bucket = new UnitBucket(partitionLimits['each second'], 0);
    expect(bucket.take(1_000, 999)).toBe(true);
    expect(bucket.take(1, 999.9)).toBe(false);
    expect(bucket.take(1_000, 1_000)).toBe(true);
    expect(bucket.take(1, 1_001)).toBe(false);
  });

  test('a write takes all of its units or none', () => {
    const bucket = new UnitBucket(partitionLimits.bucket, 0);
    expect(bucket.take(995, 0)).toBe(true);
    expect(bucket.take(6, 0)).toBe(false);
    expect(bucket.take(5, 0)).toBe(true);
  });

  test('unused units are kept up to the depth', () => {
    const bucket = new UnitBucket(partitionLimits.bucket, 0);
    expect(bucket.take(1_001, 60_000)).toBe(false);
    expect(bucket.take(1_000, 60_000)).toBe(true);
  });

  test('a reduced partition has a share of them, and none at 0', () => {
    expect(takenWithin(partitionLimits.bucket, 2_000, 0.5)).toBeCloseTo(1_500, -1);
    expect(takenWithin(partitionLimits['each second'], 2_000, 0.5)).toBe(1_000);
    expect(takenWithin(partitionLimits.bucket, 2_000, 0)).toBe(0);
  });
});

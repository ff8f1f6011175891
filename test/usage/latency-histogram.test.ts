import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bucketLatency, latencyBucket, percentile } from '../../src/usage/latency-histogram.ts';
import { effort } from '../support/effort.ts';

describe('the latency histogram', () => {
  test('keeps every latency from 1 ms to 60 s within 3.2 %', () => {
    let largest = 0;
    for (let latency = 1; latency <= 60_000; latency += 1) {
      largest = Math.max(largest, Math.abs(bucketLatency(latencyBucket(latency)) - latency) / latency);
    }
    expect(largest).toBeLessThan(0.032);
    expect(largest).toBeGreaterThan(0.02);
  });

  test('keeps latencies up to 31 ms exactly', () => {
    for (let latency = 0; latency < 32; latency += 1) expect(bucketLatency(latencyBucket(latency))).toBe(latency);
  });

  test('keeps the order of latencies, and skips no bucket', () => {
    const steps = new Set<number>();
    for (let latency = 1; latency <= 60_000; latency += 1) {
      steps.add(latencyBucket(latency) - latencyBucket(latency - 1));
    }
    expect([...steps].toSorted()).toEqual([0, 1]);
  });

  test('rounds down fractions of a millisecond, and counts negative values as 0', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 60_000, noNaN: true }), (latency) => {
        expect(latencyBucket(latency)).toBe(latencyBucket(Math.floor(latency)));
      }),
    );
    expect(latencyBucket(-5)).toBe(0);
  });

  test('needs few buckets: one item holds those of two networks', () => {
    expect(latencyBucket(29_000)).toBeLessThan(200);
  });
});

describe('a percentile', () => {
  const histogramOf = (latencies: readonly number[]) => {
    const histogram = new Map<number, number>();
    for (const latency of latencies) {
      const bucket = latencyBucket(latency);
      histogram.set(bucket, (histogram.get(bucket) ?? 0) + 1);
    }
    return histogram;
  };

  /** By definition: the smallest value that is not below that percentage of all values. */
  const exact = (latencies: readonly number[], percent: number): number =>
    latencies.toSorted((a, b) => a - b).find((_, index, { length }) => (index + 1) * 100 >= percent * length) ??
    Number.NaN;

  test('of an empty histogram is undefined', () => expect(percentile(new Map(), 50)).toBeUndefined());

  test('of one latency is that latency', () => {
    for (const percent of [1, 50, 95, 99, 100]) expect(percentile(histogramOf([17]), percent)).toBe(17);
  });

  test('is the nearest rank, without a rounding error', () => {
    const hundred = histogramOf(Array.from({ length: 100 }, (_, index) => (index < 95 ? 1 : 2)));
    expect([94, 95, 96].map((percent) => percentile(hundred, percent))).toEqual([1, 1, 2]);
    // 0.07 * 100 is a little more than 7.
    expect(percentile(histogramOf([...Array(7).fill(1), ...Array(93).fill(2)]), 7)).toBe(1);
  });

  test('is within 3.2 % of the exact value, and exact up to 31 ms', () => {
    const latencies = fc.oneof(
      fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 400 }),
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 400 }),
    );
    fc.assert(
      fc.property(latencies, fc.constantFrom(50, 95, 99), (all, percent) => {
        const expected = exact(all, percent);
        const found = percentile(histogramOf(all), percent) ?? Number.NaN;
        expect(Math.abs(found - expected)).toBeLessThanOrEqual(expected < 32 ? 0 : expected * 0.032);
      }),
      { numRuns: effort(150, 5_000) },
    );
  });

  test('of merged histograms is that of all their latencies together', () => {
    const latencies = fc.array(fc.integer({ min: 0, max: 60_000 }));
    fc.assert(
      fc.property(latencies, latencies, (some, others) => {
        const merged = histogramOf(some);
        for (const [bucket, count] of histogramOf(others)) merged.set(bucket, (merged.get(bucket) ?? 0) + count);
        expect(percentile(merged, 95)).toBe(percentile(histogramOf([...some, ...others]), 95));
      }),
    );
  });
});

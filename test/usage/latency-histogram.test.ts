import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bucketLatency, latencyBucket } from '../../src/usage/latency-histogram.ts';

describe('the latency histogram', () => {
  test('keeps every latency from 1 ms to 60 s within 3.2 %', () => {
    let largest = 0;
    for (let latency = 1; latency <= 60_000; latency += 1) {
      largest = Math.max(largest, Math.abs(bucketLatency(latencyBucket(latency)) - latency) / latency);
    }
    expect(largest).toBeLessThan(0.032);
    expect(largest).toBeGreaterThan(0.02);
  });

  test('keeps latencies of up to 31 ms as they are', () => {
    for (let latency = 0; latency < 32; latency += 1) expect(bucketLatency(latencyBucket(latency))).toBe(latency);
  });

  test('keeps the order of latencies, and leaves no bucket out', () => {
    for (let latency = 1; latency <= 60_000; latency += 1) {
      expect([0, 1]).toContain(latencyBucket(latency) - latencyBucket(latency - 1));
    }
  });

  test('takes a part of a millisecond for the whole ones in it, and a clock that went back for none', () => {
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

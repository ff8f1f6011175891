import { describe, expect, test } from '@jest/globals';
import { nothingSeen, readCounts, readSeen } from '../../src/limits/seen.ts';

describe('reading an item of Admissions', () => {
  const item = {
    pk: 'key_1#2026-11-20',
    used: 12,
    s0: 3,
    s86399: 9,
    m0a: new Set(['x', 'y']),
    expiresAt: 1,
  };

  test('gives the counters of the day and of each second, how many markers there are', () => {
    const counts = {
      used: 12,
      seconds: new Map([
        [0, 3],
        [86_399, 9],
      ]),
    };
    expect(readSeen(item)).toEqual({ counts, markers: new Map([['m0a', 2]]) });
    expect(readCounts(item)).toEqual(counts);
  });

  test('gives nothing for an item that is not there, and skips what is no counter and no marker', () => {
    expect(readSeen(undefined)).toEqual(nothingSeen);
    const odd = { used: '12', s: 1, s1x: 1, sum: 1, s2: '2', xs3: 1, m1: new Set(['x']), m1a: 'x', shards: '3' };
    expect(readSeen(odd)).toEqual(nothingSeen);
  });
});

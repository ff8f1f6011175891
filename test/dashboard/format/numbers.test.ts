import { describe, expect, test } from '@jest/globals';
import {
  errorRate,
  formatBytes,
  formatCompact,
  formatCount,
  formatMilliseconds,
  formatShare,
} from '../../../dashboard/format/numbers.ts';

describe('numbers are formatted', () => {
  test('with every digit for counts', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
  });

  test('in short form for tight spaces', () => {
    expect([950, 1_200, 50_000_000].map(formatCompact)).toEqual(['950', '1.2K', '50M']);
  });

  test('as a percentage with at most two decimals, so that one error in ten thousand shows', () => {
    expect([0, 0.0001, 0.5, 1].map(formatShare)).toEqual(['0%', '0.01%', '50%', '100%']);
  });

  test('as a duration in the unit that fits', () => {
    expect([0, 0.42, 9.96, 12.4, 999, 1_250].map(formatMilliseconds)).toEqual([
      '0 ms',
      '0.4 ms',
      '10.0 ms',
      '12 ms',
      '999 ms',
      '1.25 s',
    ]);
  });

  test('as a size in the unit that fits', () => {
    expect([0, 999, 1_500, 2_000_000].map(formatBytes)).toEqual(['0 B', '999 B', '1.5 kB', '2.0 MB']);
  });
});

describe('the error rate', () => {
  test('is the share of calls that failed', () => {
    expect(errorRate({ calls: 8, errors: 2 })).toBe(0.25);
  });

  test('is 0 without calls', () => {
    expect(errorRate({ calls: 0, errors: 0 })).toBe(0);
  });
});

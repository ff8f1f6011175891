import { describe, expect, test } from '@jest/globals';
import { RunFigures } from './run-figures.ts';

/** Figures of seconds in which requests ended with these statuses. */
function figuresOf(callsPerSecond: number, ...seconds: readonly (readonly number[])[]): RunFigures {
  const figures = new RunFigures(callsPerSecond, seconds.length);
  for (const [second, statuses] of seconds.entries()) {
    for (const status of statuses) {
      figures.addRequest({ arrivedAt: second, servedAt: second + 0.5, answeredAt: second + 0.6, status, sent: 1 });
    }
  }
  return figures;
}

const times = (count: number, status: number): number[] => Array(count).fill(status);

describe('the figures of a run', () => {
  test('the limit has room for as many requests as it allows, in each second', () => {
    const figures = figuresOf(10, times(4, 200), [...times(10, 200), ...times(5, 429)]);
    expect([figures.room(), figures.share()]).toEqual([14, 1]);
  });

  test('a 503 and a needless 429 lower the share, an error of the node does not', () => {
    const figures = figuresOf(10, [...times(6, 200), 429, 503, 502, 502]);
    expect(figures.share()).toBe(0.8);
    expect([figures.sum('unavailable'), figures.sum('limited'), figures.admitted]).toEqual([1, 1, 8]);
  });

  test('a request that a node received without an admission is counted', () => {
    expect(figuresOf(10, [200, 429, 503, 502]).sentWithoutAdmission).toBe(2);
  });

  test('recovery begins with the first second from which nearly all is answered for good', () => {
    const [good, bad] = [times(10, 200), times(10, 503)];
    expect(figuresOf(10, good, bad, good, bad, good, good).secondsUntilRecovery(2)).toBe(2);
    expect(figuresOf(10, good, good).secondsUntilRecovery(1)).toBe(0);
    expect(figuresOf(10, good, bad).secondsUntilRecovery(1)).toBeUndefined();
    expect(figuresOf(10, bad, []).secondsUntilRecovery(1)).toBe(0);
  });

  test('units are those of the admitted calls', () => {
    const figures = figuresOf(10, [200, 200, 502, 429]);
    for (const units of [1, 2, 0, 3])
      figures.addWrite({ table: 'Admissions', pk: 'key_1', at: 0, units, bytes: 100 * units });
    expect(figures.unitsPerCall('Admissions')).toBe(2);
    expect(figures.tables.Admissions).toEqual({ units: 6, largestItem: 300, throttled: 1 });
  });
});

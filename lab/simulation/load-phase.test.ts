import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../bench/statistics.ts';
import { requestTimes, secondsOf } from './load-phase.ts';

describe('the times of requests', () => {
  test('evenly paced ones are as many in each second as the rate', () => {
    const times = [...requestTimes([{ seconds: 5, perSecond: 700, pacing: 'even' }], seededRandom(1))];
    const perSecond = [0, 1, 2, 3, 4].map((second) => times.filter((at) => Math.floor(at / 1_000) === second).length);
    expect(perSecond).toEqual(Array(5).fill(700));
  });

  test('random ones have the rate on average, and the spread of a Poisson process', () => {
    const seconds = 1_000;
    const times = [...requestTimes([{ seconds, perSecond: 100 }], seededRandom(1))];
    const counts = Array<number>(seconds).fill(0);
    for (const at of times) counts[Math.floor(at / 1_000)] = (counts[Math.floor(at / 1_000)] ?? 0) + 1;
    const mean = times.length / seconds;
    const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / seconds;
    expect(mean).toBeCloseTo(100, -1);
    expect(variance / mean).toBeCloseTo(1, 0);
  });

  test('phases follow each other, and a pause has none', () => {
    const phases = [
      { seconds: 2, perSecond: 10 },
      { seconds: 3, perSecond: 0 },
      { seconds: 1, perSecond: 10, pacing: 'even' as const },
    ];
    const times = [...requestTimes(phases, seededRandom(1))];
    expect(times.filter((at) => at >= 2_000 && at < 5_000)).toEqual([]);
    expect(times.filter((at) => at >= 5_000)).toHaveLength(10);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(secondsOf(phases)).toBe(6);
  });
});

import { describe, expect, test } from '@jest/globals';
import { Recurrence } from '../../event-bridge/scheduled-rules.ts';
import { ManualTime } from './manual-time.ts';

const day = 86_400_000;

function start(period: number) {
  const time = new ManualTime(0);
  const runs: number[] = [];
  const recurrence = new Recurrence(period, time.timer, () => runs.push(time.clock()));
  return { time, runs, stop: () => recurrence.stop() };
}

describe('a recurrence', () => {
  test('runs at once and then after each period', () => {
    const { time, runs } = start(1_000);
    expect(runs).toEqual([0]);
    time.advance(999);
    expect(runs).toEqual([0]);
    time.advance(2_001);
    expect(runs).toEqual([0, 1_000, 2_000, 3_000]);
  });

  test('keeps a period that is longer than the longest system timer', () => {
    const { time, runs } = start(60 * day);
    time.advance(60 * day - 1);
    expect(runs).toEqual([0]);
    time.advance(1);
    expect(runs).toEqual([0, 60 * day]);
  });

  test.each([1_000, 60 * day])('of %i ms that is stopped never runs again and leaves no timer behind', (period) => {
    const { time, runs, stop } = start(period);
    time.advance(period);
    stop();
    expect(time.waits).toBe(0);
    time.advance(10 * period);
    expect(runs).toEqual([0, period]);
  });
});

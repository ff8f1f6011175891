import { describe, expect, test } from '@jest/globals';
import { checkExactness } from '../../../bin/load/exactness.ts';
import type { LoadedCall } from '../../../bin/load/load-call.ts';
import { reportLoad } from '../../../bin/load/load-report.ts';

const [callsPerSecond, callsPerDay] = [3, 100];
const noon = 20_000 * 86_400 + 43_200;

type Change = Partial<Pick<LoadedCall, 'outcome' | 'reason'>> & { readonly day?: number };

/** An answer in a second of the run, with so many calls left in it. The day has plenty left, unless given. */
function answer(second: number, secondRemaining: number, { day = 50, ...change }: Change = {}): LoadedCall {
  const limits = { callsPerSecond, callsPerDay, secondRemaining, dayRemaining: day, second: noon + second };
  return { outcome: 'ok', latency: 1, status: 200, reason: undefined, limits, ...change };
}

const refused = (second: number, day = 50) => answer(second, 0, { outcome: 'refused', reason: 'rate_limited', day });
const lost: LoadedCall = { outcome: 'failed', latency: 1, status: undefined, reason: 'timeout', limits: undefined };
/** A second that is used up, on a day with so many left before it. */
const full = (second: number, day: number) =>
  [2, 1, 0].map((left, index) => answer(second, left, { day: day - index }));

describe('the answers of a run', () => {
  test('are exact if every second is used up before it refuses', () => {
    expect(checkExactness([...full(0, 50), refused(0, 48), ...full(1, 47), refused(1, 45)])).toEqual({
      callsPerSecond,
      callsPerDay,
      mostInOneSecond: 3,
      admittedBeyondLimit: 0,
      refusedNeedlessly: 0,
      dayUsed: 6,
      withoutLimits: 0,
    });
  });

  test('show calls beyond the limit of a second', () => {
    const fourth = answer(0, 0, { day: 47 });
    expect(checkExactness([...full(0, 50), fourth, ...full(1, 46)])).toMatchObject({ admittedBeyondLimit: 1 });
    const second = [answer(0, 2), answer(0, 2, { day: 49 }), answer(0, 2, { day: 48 })];
    expect(checkExactness(second)).toMatchObject({ admittedBeyondLimit: 1 });
  });

  test('may count a call in the next second, which a process with a slow clock does', () => {
    const late = answer(0, 2, { day: 47 });
    const next = [answer(1, 1, { day: 46 }), answer(1, 0, { day: 45 })];
    const calls = [...full(0, 50), late, ...next, refused(1, 45)];
    expect(checkExactness(calls)).toMatchObject({ admittedBeyondLimit: 0, refusedNeedlessly: 0, mostInOneSecond: 3 });
  });

  test('show calls beyond the limit of the day', () => {
    const calls = [answer(0, 2, { day: 1 }), answer(0, 1, { day: 0 }), answer(1, 2, { day: 0 })];
    expect(checkExactness(calls)).toMatchObject({ admittedBeyondLimit: 1, dayUsed: 2 });
  });

  test('show a refusal while the second had room, unless a failed call may have used it', () => {
    const calls = [answer(0, 2), answer(0, 1, { day: 49 }), refused(0)];
    expect(checkExactness(calls)).toMatchObject({ refusedNeedlessly: 1 });
    expect(checkExactness([...calls, lost])).toMatchObject({ refusedNeedlessly: 0, withoutLimits: 1 });
    expect(checkExactness([refused(0)])).toMatchObject({ refusedNeedlessly: 1 });
  });

  test('show a refusal by the day while it had room', () => {
    const byDay = answer(1, 3, { outcome: 'refused', reason: 'quota_exceeded', day: 0 });
    expect(checkExactness([answer(0, 2, { day: 7 }), byDay])).toMatchObject({ refusedNeedlessly: 1 });
    expect(checkExactness([answer(0, 2, { day: 0 }), byDay])).toMatchObject({ refusedNeedlessly: 0 });
    // The day was used up before.
    expect(checkExactness([byDay])).toMatchObject({ refusedNeedlessly: 0, admittedBeyondLimit: 0 });
  });

  test('prove nothing about the day if midnight was in the run', () => {
    const calls = [answer(43_199, 2, { day: 0 }), answer(43_200, 2, { day: 99 })];
    expect(checkExactness(calls)).toMatchObject({ dayUsed: undefined, admittedBeyondLimit: 0 });
  });

  test('prove nothing without RateLimit headers', () => {
    expect(checkExactness([lost])).toBeUndefined();
    expect(checkExactness([])).toBeUndefined();
  });
});

describe('a run', () => {
  const ended = { seconds: 3, interrupted: false };
  const passed = (lostCalls: number, { unsent = 0, interrupted = false } = {}) =>
    reportLoad(
      {
        calls: [...full(0, 50), ...full(1, 47), ...full(2, 44), refused(2, 42), ...Array(lostCalls).fill(lost)],
        unsent,
      },
      { ...ended, interrupted },
    ).passed;

  test('passes if nine of ten calls that no limit refused succeeded', () => {
    expect([passed(0), passed(1), passed(2)]).toEqual([true, true, false]);
  });

  test('does not pass with calls that were never sent, or interrupted', () => {
    expect([passed(0, { unsent: 2 }), passed(0, { interrupted: true })]).toEqual([false, false]);
  });

  test('of refused calls alone does not pass', () => {
    expect(reportLoad({ calls: [refused(0)], unsent: 0 }, ended).passed).toBe(false);
  });
});

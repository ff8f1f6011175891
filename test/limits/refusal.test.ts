import { expect, test } from '@jest/globals';
import { LimitError } from '../../src/errors.ts';
import { refuse } from '../../src/limits/refusal.ts';
import { secondOfDay } from '../../src/limits/windows.ts';

const at = Date.UTC(2026, 10, 20, 22, 47, 59, 250);
const limits = { callsPerSecond: 10, callsPerDay: 50_000 };
const counts = { used: 49_998, seconds: new Map([[secondOfDay(at), 7]]) };

test('a refusal by the second says what is left of it, and that it is over in a second', () => {
  const { refused, standing } = refuse('second', counts, limits, at);
  expect(refused).toBeInstanceOf(LimitError);
  expect(refused.reason).toBe('rate_limited');
  expect(refused.details).toEqual({
    limit: 10,
    remaining: 3,
    retryAfterSeconds: 1,
    resetAt: '2026-11-20T22:48:00.000Z',
  });
  expect(refused.message).toBe(
    'This key may make 10 calls a second, and this second has too few left. Try again in 1 s.',
  );
  expect(standing).toEqual({ at, limits, secondRemaining: 3, dayRemaining: 2 });
});

test('a refusal by the day says what is left of it, and when it is over, in whole seconds rounded up', () => {
  const { refused } = refuse('day', counts, limits, at);
  expect(refused.reason).toBe('quota_exceeded');
  expect(refused.details).toEqual({
    limit: 50_000,
    remaining: 2,
    retryAfterSeconds: 4_321,
    resetAt: '2026-11-21T00:00:00.000Z',
  });
  expect(refused.message).toBe(
    'This key may make 50000 calls a UTC day, and today has too few left. Try again in 4321 s.',
  );
});

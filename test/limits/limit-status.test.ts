import { expect, test } from '@jest/globals';
import { emptyState } from '../../src/limits/counter-state.ts';
import { limitStatusOf, refuseCalls } from '../../src/limits/limit-status.ts';
import { LimitError } from '../../src/runtime/gateway-errors.ts';
import { secondOfDay } from '../../src/time.ts';

const at = Date.UTC(2026, 10, 20, 22, 47, 59);
const limits = { callsPerSecond: 10, callsPerDay: 50_000 };

test('the status has the remaining calls of a second and of the day, never below zero', () => {
  const counts = { ...emptyState, used: 3, seconds: new Map([[5, 2]]) };
  expect(limitStatusOf(counts, limits, at, 5)).toEqual({ at, limits, secondRemaining: 8, dayRemaining: 49_997 });
  expect(limitStatusOf(counts, limits, at, 6)).toMatchObject({ secondRemaining: 10 });
  const smaller = { callsPerSecond: 1, callsPerDay: 2 };
  expect(limitStatusOf(counts, smaller, at, 5)).toMatchObject({ secondRemaining: 0, dayRemaining: 0 });
});

const refusedAt = at + 250;
const spent = { ...emptyState, used: 49_998, seconds: new Map([[secondOfDay(refusedAt), 7]]) };

test('a refusal by the second states its remaining calls and that it ends in a second', () => {
  const { refused, limitStatus } = refuseCalls('second', spent, limits, refusedAt);
  expect(refused).toBeInstanceOf(LimitError);
  expect(refused.reason).toBe('rate_limited');
  expect(refused.details).toEqual({
    limit: 10,
    remaining: 3,
    retryAfterSeconds: 1,
    resetsAt: '2026-11-20T22:48:00.000Z',
  });
  expect(refused.message).toBe('Rate limit reached: this key may make 10 calls per second. Try again in 1 s.');
  expect(limitStatus).toEqual({ at: refusedAt, limits, secondRemaining: 3, dayRemaining: 2 });
});

test('a refusal by the day states its remaining calls and when it ends, in whole seconds rounded up', () => {
  const { refused } = refuseCalls('day', spent, limits, refusedAt);
  expect(refused.reason).toBe('quota_exceeded');
  expect(refused.details).toEqual({
    limit: 50_000,
    remaining: 2,
    retryAfterSeconds: 4_321,
    resetsAt: '2026-11-21T00:00:00.000Z',
  });
  expect(refused.message).toBe('Daily quota reached: this key may make 50000 calls per UTC day. Try again in 4321 s.');
});

import { describe, expect, test } from '@jest/globals';
import { LimitError } from '../../src/gateway-errors.ts';
import { emptyState } from '../../src/limits/counter-state.ts';
import { limitStatusHeaders, limitStatusOf, policyHeader, refuseCalls } from '../../src/limits/limit-status.ts';
import { secondOfDay } from '../../src/time.ts';

const at = Date.UTC(2026, 10, 20, 22, 47, 59);
const limits = { callsPerSecond: 10, callsPerDay: 50_000 };
const headers = (secondRemaining: number, dayRemaining: number, when = at) =>
  limitStatusHeaders({ at: when, limits, secondRemaining, dayRemaining });

test('the status has the remaining calls of a second and of the day, never below zero', () => {
  const counts = { ...emptyState, used: 3, seconds: new Map([[5, 2]]) };
  expect(limitStatusOf(counts, limits, at, 5)).toEqual({ at, limits, secondRemaining: 8, dayRemaining: 49_997 });
  expect(limitStatusOf(counts, limits, at, 6)).toMatchObject({ secondRemaining: 10 });
  const smaller = { callsPerSecond: 1, callsPerDay: 2 };
  expect(limitStatusOf(counts, smaller, at, 5)).toMatchObject({ secondRemaining: 0, dayRemaining: 0 });
});

test('the policy header has the draft’s format', () => {
  expect(policyHeader(limits)).toEqual({ 'RateLimit-Policy': '"second";q=10;w=1, "day";q=50000;w=86400' });
});

describe('the headers of a limit status', () => {
  test('state the remaining calls and the end of both windows', () => {
    expect(headers(9, 49_999)).toEqual({
      RateLimit: '"second";r=9;t=1, "day";r=49999;t=4321',
      'X-RateLimit-Limit': '10',
      'X-RateLimit-Remaining': '9',
      'X-RateLimit-Reset': String(at / 1_000 + 1),
    });
  });

  test('describe the day when its remaining share is smaller', () => {
    expect(headers(9, 100)).toEqual({
      RateLimit: '"second";r=9;t=1, "day";r=100;t=4321',
      'X-RateLimit-Limit': '50000',
      'X-RateLimit-Remaining': '100',
      'X-RateLimit-Reset': String(Date.UTC(2026, 10, 21) / 1_000),
    });
  });

  test('describe the second when both windows are unused or used up', () => {
    expect(headers(10, 50_000)['X-RateLimit-Limit']).toBe('10');
    expect(headers(0, 0)['X-RateLimit-Limit']).toBe('10');
  });

  test('describe the day when its quota is 0', () => {
    const none = limitStatusHeaders({
      at,
      limits: { ...limits, callsPerDay: 0 },
      secondRemaining: 10,
      dayRemaining: 0,
    });
    expect(none).toMatchObject({ 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0' });
  });

  test('never state that a window ends in 0 seconds', () => {
    const last = Date.UTC(2026, 10, 21) - 1;
    expect(headers(9, 9, last).RateLimit).toBe('"second";r=9;t=1, "day";r=9;t=1');
  });
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

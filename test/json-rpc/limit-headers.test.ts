import { describe, expect, test } from '@jest/globals';
import { limitStatusHeaders, policyHeader } from '../../src/json-rpc/limit-headers.ts';

const at = Date.UTC(2026, 10, 20, 22, 47, 59);
const limits = { callsPerSecond: 10, callsPerDay: 50_000 };
const headers = (secondRemaining: number, dayRemaining: number, when = at) =>
  limitStatusHeaders({ at: when, limits, secondRemaining, dayRemaining });

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

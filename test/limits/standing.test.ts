import { describe, expect, test } from '@jest/globals';
import { policyHeader, standingHeaders, standingOf } from '../../src/limits/standing.ts';

const at = Date.UTC(2026, 10, 20, 22, 47, 59);
const limits = { callsPerSecond: 10, callsPerDay: 50_000 };
const headers = (secondRemaining: number, dayRemaining: number, when = at) =>
  standingHeaders({ at: when, limits, secondRemaining, dayRemaining });

test('where a key stands is what its limits leave of a second and of the day, and never below zero', () => {
  const counts = { used: 3, seconds: new Map([[5, 2]]) };
  expect(standingOf(counts, limits, at, 5)).toEqual({ at, limits, secondRemaining: 8, dayRemaining: 49_997 });
  expect(standingOf(counts, limits, at, 6)).toMatchObject({ secondRemaining: 10 });
  const smaller = { callsPerSecond: 1, callsPerDay: 2 };
  expect(standingOf(counts, smaller, at, 5)).toMatchObject({ secondRemaining: 0, dayRemaining: 0 });
});

test('the policy is stated as the draft has it', () => {
  expect(policyHeader(limits)).toEqual({ 'RateLimit-Policy': '"second";q=10;w=1, "day";q=50000;w=86400' });
});

describe('the headers of a standing', () => {
  test('say what is left of both windows and when they end', () => {
    expect(headers(9, 49_999)).toEqual({
      RateLimit: '"second";r=9;t=1, "day";r=49999;t=4321',
      'X-RateLimit-Limit': '10',
      'X-RateLimit-Remaining': '9',
      'X-RateLimit-Reset': String(at / 1_000 + 1),
    });
  });

  test('name the day beside it, where the smaller share of the day is left', () => {
    expect(headers(9, 100)).toEqual({
      RateLimit: '"second";r=9;t=1, "day";r=100;t=4321',
      'X-RateLimit-Limit': '50000',
      'X-RateLimit-Remaining': '100',
      'X-RateLimit-Reset': String(Date.UTC(2026, 10, 21) / 1_000),
    });
  });

  test('name the second, where both are untouched or both used up', () => {
    expect(headers(10, 50_000)['X-RateLimit-Limit']).toBe('10');
    expect(headers(0, 0)['X-RateLimit-Limit']).toBe('10');
  });

  test('never say that a window ends in no time', () => {
    const last = Date.UTC(2026, 10, 21) - 1;
    expect(headers(9, 9, last).RateLimit).toBe('"second";r=9;t=1, "day";r=9;t=1');
  });
});

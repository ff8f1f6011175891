import { describe, expect, test } from '@jest/globals';
import { newUser, startApi } from '../api.ts';

describe('GET plans', () => {
  test('shows every plan with its limits, cheapest first', async () => {
    const api = await startApi();
    const { status, body } = await api.call(newUser(), 'GET', '/v1/plans');
    expect(status).toBe(200);
    expect(body.plans.map(({ planId }: { planId: string }) => planId)).toEqual([
      'free',
      'developer',
      'business',
      'scale',
    ]);
    expect(body.plans[1]).toEqual({
      planId: 'developer',
      limits: { callsPerSecond: 50, callsPerDay: 150_000 },
      keys: 5,
      historyDays: 7,
      longestCallSeconds: 10,
      dollarsPerMonth: 49,
    });
  });
});

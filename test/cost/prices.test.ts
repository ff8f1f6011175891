import { describe, expect, test } from '@jest/globals';
import { dollars, prices } from '../../src/cost/prices.ts';

describe('a price in steps', () => {
  test.each([
    { millions: 0, cost: 0 },
    { millions: 300, cost: 300 },
    { millions: 400, cost: 390 },
  ])('charges each step for what lies in it: $millions million requests', ({ millions, cost }) => {
    expect(dollars(prices.httpApi, millions)).toBeCloseTo(cost);
  });

  test('agrees with the example of 60 TB of logs for $12,500', () => {
    expect(dollars(prices.functionLogs, 60_000)).toBeCloseTo(12_500);
  });
});

test('every price says where it is from', () => {
  for (const { per, source } of Object.values(prices)) expect([per, source]).not.toContain('');
});

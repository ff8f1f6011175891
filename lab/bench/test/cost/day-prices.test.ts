import { expect, test } from '@jest/globals';
import { leastCovered, planCost } from '../../../../src/cost/plan-cost.ts';
import { plans } from '../../../../test/support/shipped-settings.ts';
import { costPerMillion, dayPrices, pricePerMillion, renewalPrice } from '../../cost/day-prices.ts';

const costs = plans.all.map((plan) => planCost(plan));

test('a plan for a part of a day costs at least what its calls cost, at every minute of the day', async () => {
  const prices = await dayPrices();
  expect(prices.length).toBeGreaterThan(30);
  for (const price of prices) {
    const { calls, dollars } = price;
    // Stripe rounds each of the charge and the credit to a cent.
    const atLeast = (leastCovered * costPerMillion(price, costs) * calls) / 1e6 - 0.02;
    expect({ ...price, isPaid: dollars >= atLeast }).toEqual({ ...price, isPaid: true });
  }
});

test('the day of a renewal is the exception: a plan that is left before it is paid until the renewal only', async () => {
  const noon = await renewalPrice('developer', 'scale', 720);
  const { keys = 0, limits } = plans.find('scale') ?? plans.free;
  // One day's quota, at half a day's price.
  expect(noon.calls).toBe(keys * limits.callsPerDay);
  expect(pricePerMillion(noon) / costPerMillion(noon, costs)).toBeCloseTo(0.58, 1);
});

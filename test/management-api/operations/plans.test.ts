import { expect, test } from '@jest/globals';
import { shownPlan } from '../../support/plans.ts';
import { plans } from '../../support/settings.ts';
import { newUser, startApi } from '../api.ts';

test('GET plans returns every plan with its limits, cheapest first', async () => {
  const api = await startApi();
  const { status, body } = await api.call(newUser(), 'GET', '/v1/plans');
  expect(status).toBe(200);
  const cheapestFirst = plans.all.toSorted((one, other) => one.pricePerMonth - other.pricePerMonth);
  expect(body.plans).toEqual(cheapestFirst.map(shownPlan));
});

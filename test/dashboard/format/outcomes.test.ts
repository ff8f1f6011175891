import { expect, test } from '@jest/globals';
import { outcomeNames, outcomes } from '../../../dashboard/format/outcomes.ts';
import { outcomes as gatewayOutcomes } from '../../../src/records/outcome.ts';

test('the outcomes are exactly those of the gateway, each with its own label and color', () => {
  expect(outcomeNames.toSorted()).toEqual([...gatewayOutcomes].toSorted());
  const views = Object.values(outcomes);
  expect(new Set(views.map(({ label }) => label)).size).toBe(views.length);
  expect(new Set(views.map(({ color }) => color)).size).toBe(views.length);
});

import { expect, test } from '@jest/globals';
import { outcomeNames, outcomes } from '../../../dashboard/format/outcomes.ts';
import { outcomes as gatewayOutcomes } from '../../../src/records/outcome.ts';

test('every outcome of the gateway has a name of its own and a colour of its own, and there is no other', () => {
  expect(outcomeNames.toSorted()).toEqual([...gatewayOutcomes].toSorted());
  const views = Object.values(outcomes);
  expect(new Set(views.map(({ label }) => label)).size).toBe(views.length);
  expect(new Set(views.map(({ color }) => color)).size).toBe(views.length);
});

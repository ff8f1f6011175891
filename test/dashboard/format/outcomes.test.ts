import { expect, test } from '@jest/globals';
import { occurredOutcomes, outcomeNames, outcomeView } from '../../../dashboard/format/outcomes.ts';
import { outcomes as gatewayOutcomes } from '../../../src/records/outcome.ts';

test('the outcomes are exactly those of the gateway, each with its own label and color', () => {
  expect(outcomeNames.toSorted()).toEqual([...gatewayOutcomes].toSorted());
  const views = outcomeNames.map(outcomeView);
  expect(new Set(views.map(({ label }) => label)).size).toBe(views.length);
  expect(new Set(views.map(({ color }) => color)).size).toBe(views.length);
});

test('an outcome of a later release is shown by its name, after the known ones', () => {
  expect(outcomeView('method_blocked')).toMatchObject({ label: 'Method blocked', tone: 'neutral' });
  expect(outcomeView('constructor')).toMatchObject({ label: 'Constructor' });
  expect(occurredOutcomes({ method_blocked: 2, rate_limited: 1, ok: 3, key_revoked: 0 })).toEqual([
    'ok',
    'rate_limited',
    'method_blocked',
  ]);
});

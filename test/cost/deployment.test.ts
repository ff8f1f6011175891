import { expect, test } from '@jest/globals';
import { deployed } from '../../lab/bench/deployed.ts';
import { stageNamed } from '../../lib/instance/stage.ts';
import { prod } from '../../src/cost/deployment.ts';
import { measuredFigures } from '../../src/cost/measured-figures.ts';

test('costs are computed for what the template of prod deploys', () => expect(prod).toEqual(deployed));

test('the functions have the memory that the stage gives them', () => {
  const { authorizer, proxy, tally } = stageNamed('prod').memory;
  expect(Object.values(prod.functions).map(({ memory }) => memory)).toEqual([authorizer, proxy, tally]);
});

test('tallies were measured with the window that is deployed', () => {
  expect(measuredFigures.tallyWindowMs).toBe(prod.batching.windowMs);
});

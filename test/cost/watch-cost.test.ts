import { expect, test } from '@jest/globals';
import { stageNamed } from '../../lib/instance/stage.ts';
import { watchCost, watchMemory, watchRunSeconds } from '../../src/cost/watch-cost.ts';

test.each([
  [5, 56],
  [10, 51],
  [25, 51],
  [60, 1],
])('a run of watch, every %i s, takes %i s', (every, seconds) => expect(watchRunSeconds(every)).toBe(seconds));

test('every 10 s costs some dollars a month, and 300,000 questions to each node', () => {
  const { dollars, questions } = watchCost(10);
  for (const stage of ['dev', 'prod']) expect(stageNamed(stage).memory.watch).toBe(watchMemory);
  expect(dollars).toBeCloseTo(43_200 * 51 * 0.25 * 0.0000133334);
  expect(questions).toBe(43_200 * 7 + 1_440);
});

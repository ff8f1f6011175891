import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { NodeCheckResult, NodeState } from '../../src/networks/network-state.ts';
import { updateNodeStates } from '../../src/networks/node-states.ts';
import { effort } from '../support/effort.ts';

const maxLag = 50;
const names = ['a', 'b', 'c'];

const result: fc.Arbitrary<NodeCheckResult> = fc.oneof(
  fc.record({
    answered: fc.constant<true>(true),
    height: fc.option(fc.integer({ min: 1_000, max: 1_200 }), { nil: undefined }),
    saysBehind: fc.boolean(),
  }),
  fc.constant<NodeCheckResult>({ answered: false, reason: 'unreachable' }),
);
const check = fc.tuple(result, result, result);
const history = fc.array(check, { minLength: 1, maxLength: 12 });

const judged = (before: readonly NodeState[], results: readonly NodeCheckResult[], now: number): NodeState[] =>
  updateNodeStates(
    before,
    results.map((one, index) => ({ name: names[index] ?? '', url: 'https://node.example', result: one })),
    { maxLagMs: maxLag * 1_000, blockMs: 1_000 },
    now,
  );

/** Replays a history, and passes each check with the states before and after it. */
function eachStep(
  checks: readonly (readonly NodeCheckResult[])[],
  look: (
    results: readonly NodeCheckResult[],
    before: readonly NodeState[],
    after: readonly NodeState[],
    now: number,
  ) => void,
): NodeState[] {
  let states: NodeState[] = [];
  for (const [now, results] of checks.entries()) {
    const next = judged(states, results, now);
    look(results, states, next, now);
    states = next;
  }
  return states;
}

const holds = (look: Parameters<typeof eachStep>[1]) =>
  fc.assert(
    fc.property(history, (checks) => void eachStep(checks, look)),
    { numRuns: effort(150, 5_000) },
  );

test('`since` changes exactly with the state', () => {
  holds((_, before, after, now) => {
    for (const [index, node] of after.entries()) {
      const was = before[index];
      const same = was !== undefined && was.up === node.up && was.behind === node.behind;
      expect(node.since).toBe(same ? was.since : now);
    }
  });
});

test('a node is down exactly when its last two checks failed', () => {
  const failedBefore = new Map<number, boolean>();
  holds((results, before, after) => {
    if (before.length === 0) failedBefore.clear();
    for (const [index, { answered }] of results.entries()) {
      expect(after[index]?.up).toBe(answered || !failedBefore.get(index));
      failedBefore.set(index, !answered);
    }
  });
});

test('the best height comes from a node that is up, so no lag is below 0 and the best node is not behind', () => {
  holds((results, _, after) => {
    const heights = after.flatMap(({ up, height }) => (up && height !== undefined ? [height] : []));
    const best = Math.max(...heights);
    for (const [index, one] of results.entries()) {
      if (!one.answered || one.saysBehind) continue;
      expect(after[index]?.lag).toBe(one.height === undefined ? undefined : best - one.height);
      if (one.height === undefined || one.height === best) expect(after[index]?.behind).toBe(false);
    }
  });
});

test('a node that answers is behind above the limit, not behind within half of it, and unchanged in between', () => {
  holds((results, before, after) => {
    for (const [index, one] of results.entries()) {
      const { lag = 0, behind } = after[index] ?? {};
      if (!one.answered) continue;
      if (lag > maxLag) expect(behind).toBe(true);
      else if (lag <= maxLag / 2) expect(behind).toBe(false);
      else expect(behind).toBe(before[index]?.behind ?? false);
    }
  });
});

test('after any history, one check that all nodes pass at about the same height brings them all up', () => {
  fc.assert(
    fc.property(history, fc.array(fc.nat(maxLag / 2), { minLength: 3, maxLength: 3 }), (checks, lags) => {
      const states = eachStep(checks, () => {});
      const well = lags.map((lag): NodeCheckResult => ({ answered: true, height: 5_000 - lag, saysBehind: false }));
      for (const node of judged(states, well, 99)) expect(node).toMatchObject({ up: true, behind: false, failures: 0 });
    }),
  );
});

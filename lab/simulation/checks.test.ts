import { describe, expect, test } from '@jest/globals';
import { effort } from '../../test/support/effort.ts';
import { plans } from '../../test/support/settings.ts';
import {
  type Check,
  environmentChoices,
  faultChecks,
  largeFleetCheck,
  overloadCheck,
  overloadedFaultChecks,
  steadyChecks,
} from './checks.ts';
import { problemsOf } from './expectations.ts';
import { simulate } from './simulation.ts';

// The short version of `npm run lab -- scale`: collapse and recovery at the rate of one plan, with one kind of nodes.

function testAll(group: string, checks: readonly Check[]): void {
  for (const { name, scenario, expectations } of checks) {
    test(`${group}: ${name}`, async () => {
      expect(problemsOf(await simulate(scenario), expectations)).toEqual([]);
    });
  }
}

describe('a key keeps its limit', () => {
  const rate = { callsPerSecond: 200, answerMs: 100 };
  const largest = Math.max(...plans.all.map(({ limits }) => limits.callsPerSecond));
  /** 21 calls at once, and those that the first cold starts hold up. */
  const environments = 55;
  const overloadSeconds = effort(5, 8);
  const steadySeconds = effort(5, 12);
  const secondsAfterFault = effort(4, 9);
  const largeFleetSeconds = effort(30, 120);

  for (const choice of environmentChoices) {
    testAll(choice, [overloadCheck(rate, choice, environments, overloadSeconds)]);
  }
  // In CI, any of all environments serve the steady loads of the largest plan only, which is below.
  for (const choice of environmentChoices.slice(0, effort(1, environmentChoices.length))) {
    testAll(choice, steadyChecks(rate, choice, steadySeconds));
  }
  // In CI, each fault comes once: within the limit or at twice the limit, and then to one choice of environments.
  const isTurn = (turn: number, turns: number) => (_: Check, index: number) => effort(index % turns, turn) === turn;
  testAll('last used', [
    ...faultChecks(rate, 'last used', secondsAfterFault).filter(isTurn(0, 2)),
    largeFleetCheck(410, largeFleetSeconds),
  ]);
  for (const [at, choice] of environmentChoices.entries()) {
    const checks = overloadedFaultChecks(rate, choice, secondsAfterFault);
    testAll(choice, checks.filter(isTurn(2 * at + 1, 2 * environmentChoices.length)));
  }
  const largestRate = { ...rate, callsPerSecond: largest };
  testAll('the largest plan', steadyChecks(largestRate, 'random', steadySeconds).slice(1));
});

import { describe, expect, test } from '@jest/globals';
import { effort } from '../../test/support/effort.ts';
import { plans } from '../../test/support/settings.ts';
import { type Check, environmentChoices, largeFleetCheck, overloadCheck, steadyChecks } from './checks.ts';
import { problemsOf } from './expectations.ts';
import { faultChecks, overloadedFaultChecks } from './fault-checks.ts';
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
  /** Any load may admit the calls of one second more, so a limit that is a tenth too high shows after ten seconds only. */
  const overloadSeconds = { 'last used': 12, random: effort(3, 8) };
  const steadySeconds = effort(3, 12);
  const aroundFault = { before: effort(1, 3), after: effort(3, 9) };
  const largeFleetSeconds = effort(30, 120);

  for (const choice of environmentChoices) {
    testAll(choice, [overloadCheck(rate, choice, environments, overloadSeconds[choice])]);
  }
  // In CI, any of all environments serve the steady loads of the largest plan only, which is below.
  for (const choice of environmentChoices.slice(0, effort(1, environmentChoices.length))) {
    testAll(choice, steadyChecks(rate, choice, steadySeconds));
  }
  // In CI, each fault comes once: within the limit or at twice the limit, and then to one choice of environments.
  const isTurn = (turn: number, turns: number) => (_: Check, index: number) => effort(index % turns, turn) === turn;
  testAll('last used', [
    ...faultChecks(rate, 'last used', aroundFault).filter(isTurn(0, 2)),
    largeFleetCheck(410, largeFleetSeconds),
  ]);
  for (const [at, choice] of environmentChoices.entries()) {
    const checks = overloadedFaultChecks(rate, choice, aroundFault);
    testAll(choice, checks.filter(isTurn(2 * at + 1, 2 * environmentChoices.length)));
  }
  const largestRate = { ...rate, callsPerSecond: largest };
  testAll('the largest plan', steadyChecks(largestRate, 'random', steadySeconds).slice(1));
});

import { describe, expect, test } from '@jest/globals';
import type { Check } from './checks.ts';
import { type CheckResult, heldRate, tryRates } from './held-rates.ts';
import { RunFigures } from './run-figures.ts';
import { summaryOf } from './run-summary.ts';

/** Tries rates with checks that fail above these rates. */
async function tryWith(steadyUpTo: number, overloadUpTo: number, rates = [100, 200, 300, 400]) {
  const ran: string[] = [];
  const summary = summaryOf(new RunFigures(1, 1));
  const run = async ({ name, scenario }: Check, choice: CheckResult['choice']): Promise<CheckResult> => {
    const { callsPerSecond, phases, faults } = scenario;
    const isOverload = faults !== undefined || phases[0]?.perSecond === 2 * callsPerSecond;
    ran.push(`${callsPerSecond} ${isOverload ? 'overload' : 'steady'}`);
    const isFailing = callsPerSecond > (isOverload ? overloadUpTo : steadyUpTo);
    return { name, choice, problems: isFailing ? ['wrong'] : [], summary };
  };
  const results = await tryRates(100, rates, run);
  return { held: heldRate(results), ran: new Set(ran), count: ran.length };
}

describe('the rate that holds', () => {
  test('is the highest that passes the steady loads, twice the limit and every fault', async () => {
    expect((await tryWith(400, 400)).held).toBe(400);
    expect((await tryWith(300, 400)).held).toBe(300);
    expect((await tryWith(400, 200)).held).toBe(200);
    expect((await tryWith(200, 300)).held).toBe(200);
    expect((await tryWith(400, 50)).held).toBe(0);
    expect((await tryWith(50, 400)).held).toBe(0);
  });

  test('overload is not tried with rates that fail the steady loads, nor below a rate that holds', async () => {
    const { ran } = await tryWith(300, 200);
    expect(ran).toEqual(
      new Set(['100 steady', '200 steady', '300 steady', '400 steady', '300 overload', '200 steady', '200 overload']),
    );
  });

  test('a rate does not hold above one that fails', async () => {
    const failsAt200 = await tryRates(100, [100, 200, 300], async ({ name, scenario }, choice) => ({
      name,
      choice,
      problems: scenario.callsPerSecond === 200 ? ['wrong'] : [],
      summary: summaryOf(new RunFigures(1, 1)),
    }));
    expect(heldRate(failsAt200)).toBe(100);
  });
});

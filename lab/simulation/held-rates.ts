import { type Check, environmentChoices, overloadCheck, type RateCase, steadyChecks } from './checks.ts';
import { nothingUnavailable, problemsOf } from './expectations.ts';
import { faultChecks } from './fault-checks.ts';
import type { EnvironmentChoice } from './lambda-fleet.ts';
import { type RunSummary, summaryOf } from './run-summary.ts';
import { simulate } from './simulation.ts';
import { partitionLimits } from './unit-limit.ts';

/** Rates of plans, and answer times of nodes in ms. */
export const triedRates = [200, 400, 500, 600, 700, 800, 900] as const;
export const triedNodeTimes = [50, 100, 200, 400] as const;

export type CheckResult = {
  readonly name: string;
  readonly choice: EnvironmentChoice;
  readonly problems: readonly string[];
  readonly summary: RunSummary;
  /** Whole seconds after its fault until everything with room is answered. Undefined without a fault, and for never. */
  readonly recovery?: number | undefined;
};

export type RateResult = RateCase & {
  /** Of loads within the limit. */
  readonly steady: readonly CheckResult[];
  /** Of twice the limit and of faults, until the first that fails. Empty if a steady load or a higher rate decided. */
  readonly overload: readonly CheckResult[];
  /** Of the steady loads and twice the limit with partitions that limit otherwise; only of the highest rate that holds. */
  readonly otherPartitions: readonly CheckResult[];
};

type RunCheck = (check: Check, choice: EnvironmentChoice) => Promise<CheckResult>;

async function runCheck(
  { name, scenario, expectations, faultEnd }: Check,
  choice: EnvironmentChoice,
): Promise<CheckResult> {
  // A collapse takes long to simulate, and its first 503 decides.
  const mustNotFail = expectations.includes(nothingUnavailable);
  const figures = await simulate(scenario, (current) => mustNotFail && nothingUnavailable(current) !== undefined);
  const recovery = faultEnd === undefined ? undefined : figures.secondsUntilRecovery(Math.ceil(faultEnd));
  return { name, choice, problems: problemsOf(figures, expectations), summary: summaryOf(figures), recovery };
}

const passes = ({ problems }: CheckResult): boolean => problems.length === 0;

/**
 * Tries the rates with nodes of one answer time: each rate under steady loads, and from the highest on under twice the
 * limit and faults, until one holds.
 */
export async function tryRates(
  answerMs: number,
  rates: readonly number[] = triedRates,
  run: RunCheck = runCheck,
): Promise<RateResult[]> {
  const results: RateResult[] = [];
  for (const callsPerSecond of rates) {
    const steady: CheckResult[] = [];
    for (const choice of environmentChoices) {
      for (const check of steadyChecks({ callsPerSecond, answerMs }, choice)) steady.push(await run(check, choice));
    }
    results.push({ callsPerSecond, answerMs, steady, overload: [], otherPartitions: [] });
  }
  for (const [index, result] of [...steadyRates(results).entries()].reverse()) {
    const overload = await runUntilFailure(result, run);
    const holds = overload.every(passes);
    results[index] = { ...result, overload, otherPartitions: holds ? await tryOtherPartitions(result, run) : [] };
    if (holds) break;
  }
  return results;
}

async function runUntilFailure(rate: RateResult, run: RunCheck): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const choice of environmentChoices) {
    for (const check of [overloadCheck(rate, choice, mostBusy(rate, choice)), ...faultChecks(rate, choice)]) {
      const result = await run(check, choice);
      results.push(result);
      if (!passes(result)) return results;
    }
  }
  return results;
}

/** The environments that the limit itself keeps busy. */
const mostBusy = ({ steady }: RateResult, choice: EnvironmentChoice): number =>
  Math.max(...steady.filter((one) => one.choice === choice).map(({ summary }) => summary.mostBusy));

/** Of twice the limit: these partitions keep few units, so that it shows at once whether they are enough. */
const otherPartitionSeconds = 12;

async function tryOtherPartitions(rate: RateResult, run: RunCheck): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const { bucket: _, ...others } = partitionLimits;
  for (const [partitionName, partition] of Object.entries(others)) {
    for (const choice of environmentChoices) {
      const overload = overloadCheck(rate, choice, mostBusy(rate, choice), otherPartitionSeconds);
      for (const check of [...steadyChecks(rate, choice), overload]) {
        const scenario = { ...check.scenario, partition };
        results.push(await run({ ...check, name: `${partitionName}: ${check.name}`, scenario }, choice));
      }
    }
  }
  return results;
}

/** The rates below the first one that fails a steady load. */
function steadyRates(results: readonly RateResult[]): readonly RateResult[] {
  const firstFailing = results.findIndex(({ steady }) => !steady.every(passes));
  return firstFailing < 0 ? results : results.slice(0, firstFailing);
}

/** The highest rate of a plan that holds; 0 if none does. */
export const heldRate = (results: readonly RateResult[]): number =>
  steadyRates(results).findLast(({ overload }) => overload.length > 0 && overload.every(passes))?.callsPerSecond ?? 0;

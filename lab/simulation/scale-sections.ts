import { numeral, table } from '../bench/report-format.ts';
import type { RateCase } from './checks.ts';
import { type CheckResult, heldRate, type RateResult, triedNodeTimes, triedRates } from './held-rates.ts';
import { overloadCases } from './overload-cases.ts';
import { type RunSummary, summaryOf } from './run-summary.ts';
import { simulate } from './simulation.ts';

/** The content of lib/settings/held-rates.ts: the highest rate of a plan that holds, by the nodes' answer time in ms. */
export const heldRates = (results: readonly RateResult[][]): Record<string, number> =>
  Object.fromEntries(results.map((ofNode, index) => [String(triedNodeTimes[index]), heldRate(ofNode)]));

const nodeHeads = triedNodeTimes.map((ms) => `nodes of ${ms} ms`);

/** Which rates hold under steady loads, and which also under twice the limit and faults. */
export function hotKeyTable(results: readonly RateResult[][]): string {
  const rows = triedRates.map((rate) => [
    numeral(rate),
    ...results.map((ofNode) => steadyCell(ofNode.find(({ callsPerSecond }) => callsPerSecond === rate))),
  ]);
  const held = results.map((ofNode) => `**${numeral(heldRate(ofNode))}**`);
  const reasons = results.flat().flatMap((result) => [...rejection(result), ...otherPartitionProblems(result)]);
  const rates = table(['calls/s of the plan', ...nodeHeads], [...rows, ['**highest that holds**', ...held]]);
  return [rates, reasons.join('\n')].join('\n\n').trim();
}

function steadyCell(result: RateResult | undefined): string {
  const problems = result?.steady.flatMap((one) => one.problems) ?? [];
  return problems.find((problem) => problem.startsWith('503')) ?? problems[0] ?? 'yes';
}

/** Why a rate that passes the steady loads does not hold. */
const rejection = (result: RateResult): string[] => failures(result, result.overload);

/** How a rate that holds fares if partitions limit otherwise. */
const otherPartitionProblems = (result: RateResult): string[] => failures(result, result.otherPartitions);

const failures = ({ callsPerSecond, answerMs }: RateCase, checks: readonly CheckResult[]): string[] =>
  checks
    .filter(({ problems }) => problems.length > 0)
    .map(
      ({ name, choice, problems }) =>
        `- ${callsPerSecond}/s with nodes of ${answerMs} ms, ${name}, environments ${choice}: ${problems.join('; ')}.`,
    );

/** Twice the limit and each fault, with the highest rate that holds. */
export function recoveryTable(results: readonly RateResult[][]): string {
  const held = results.map((ofNode) => ofNode.find(({ callsPerSecond }) => callsPerSecond === heldRate(ofNode)));
  const names = new Set(held.flatMap((result) => result?.overload.map(({ name }) => name) ?? []));
  if (names.size === 0) return 'No rate holds under twice the limit and faults.';
  const heads = held.map((result) => (result ? `${result.answerMs} ms, ${result.callsPerSecond}/s` : 'none'));
  const rows = [...names].map((name) => [
    name,
    ...held.map((result) => recoveryCell(result?.overload.filter((one) => one.name === name) ?? [])),
  ]);
  return table(['', ...heads], rows);
}

/** Seconds until recovery, 503/s, 99 % and longest wait in ms, environments busy; the worse of both choices. */
function recoveryCell(checks: readonly CheckResult[]): string {
  const most = (of: keyof RunSummary) => numeral(Math.max(...checks.map(({ summary }) => summary[of])));
  const recovery = Math.max(...checks.map((check) => check.recovery ?? 0));
  return `${recovery} · ${most('unavailable')} · ${most('wait99')} · ${most('longestWait')} · ${most('mostBusy')}`;
}

/** The loads under which earlier counters collapsed. */
export async function overloadTable(): Promise<string> {
  const rows: string[][] = [];
  for (const { name, scenario, from } of overloadCases) {
    const one = summaryOf(await simulate(scenario), from);
    const perSecond = [one.ok, one.limited, one.unavailable].map((rate) => numeral(rate));
    const units = [one.admissionUnits, one.recordUnits].map((perCall) => perCall.toFixed(2));
    const waits = [one.wait99, one.longestWait].map((ms) => numeral(ms));
    const counts = [one.largestItem, one.mostBusy, one.recordsLost, one.sentWithoutAdmission, one.countedInVain].map(
      (n) => numeral(n),
    );
    rows.push([name, ...perSecond, ...units, ...counts, ...waits]);
  }
  const head = ['load', 'ok/s', '429/s', '503/s', 'units a call: counters', 'records', 'largest item, bytes'];
  const more = [
    'environments busy',
    'records lost',
    'reads without admission',
    'counted, not answered',
    '99 % wait, ms',
    'longest',
  ];
  return table([...head, ...more], rows);
}

import { checkExactness, type Exactness } from './exactness.ts';
import type { CallOutcome, LoadedCall } from './load-call.ts';
import type { SentLoad } from './send-load.ts';

/** Percentiles in milliseconds, by nearest rank. */
type LatencyPercentiles = Readonly<Record<'p50' | 'p90' | 'p95' | 'p99' | 'max', number>>;

/** The result of a run. `sent` = `ok` + `refused` + `failed`. */
export type LoadReport = Readonly<Record<CallOutcome | 'sent' | 'unsent', number>> & {
  readonly interrupted: boolean;
  /** From the first call to the last answer. */
  readonly seconds: number;
  /** Calls that were not ok, by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly latency: Readonly<Partial<Record<'ok' | 'refused', LatencyPercentiles>>>;
  /** Undefined if no answer names the limits. */
  readonly exactness: Exactness | undefined;
  /** The limits are exact, and nine of ten calls that no limit refused succeeded. */
  readonly passed: boolean;
};

export type RunState = { readonly seconds: number; readonly interrupted: boolean };

export function reportLoad({ calls, unsent }: SentLoad, { seconds, interrupted }: RunState): LoadReport {
  const of = (wanted: CallOutcome) => calls.filter(({ outcome }) => outcome === wanted);
  const counts = { ok: of('ok').length, refused: of('refused').length, failed: of('failed').length };
  const exactness = checkExactness(calls);
  const isExact = exactness?.admittedBeyondLimit === 0 && exactness.refusedNeedlessly === 0;
  return {
    sent: calls.length,
    ...counts,
    unsent,
    interrupted,
    seconds,
    reasons: Object.fromEntries([...Map.groupBy(calls, ({ reason }) => reason)].flatMap(countOf)),
    latency: { ...percentilesOf('ok', of('ok')), ...percentilesOf('refused', of('refused')) },
    exactness,
    passed: isExact && counts.ok > 0 && counts.ok >= 9 * (counts.failed + unsent) && !interrupted,
  };
}

const countOf = ([reason, calls]: [string | undefined, readonly LoadedCall[]]): [string, number][] =>
  reason === undefined ? [] : [[reason, calls.length]];

function percentilesOf(name: 'ok' | 'refused', calls: readonly LoadedCall[]) {
  if (calls.length === 0) return {};
  const sorted = calls.map(({ latency }) => latency).toSorted((one, other) => one - other);
  const at = (share: number) => Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN) * 10) / 10;
  return { [name]: { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) } };
}

/** The report as text. */
export function loadText(report: LoadReport): string {
  const { sent, ok, refused, failed, seconds, unsent } = report;
  return [
    ...(report.interrupted ? ['Interrupted: the figures are those of the calls sent so far.'] : []),
    `${sent} calls in ${seconds.toFixed(1)} s: ${ok} ok + ${refused} refused by a limit + ${failed} failed`,
    ...Object.entries(report.reasons).map(([reason, count]) => `  ${reason}: ${count}`),
    ...(unsent > 0 ? [`${unsent} calls were not sent, because too many were waiting for an answer.`] : []),
    ...Object.entries(report.latency).map(([name, percentiles]) => `latency of ${name}, ms: ${textOf(percentiles)}`),
    ...exactnessText(report.exactness),
    '',
  ].join('\n');
}

const textOf = (percentiles: object): string =>
  Object.entries(percentiles)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

function exactnessText(exactness: Exactness | undefined): string[] {
  if (!exactness) return ['Exactness unknown: no answer named the limits of the key.'];
  const { callsPerSecond, callsPerDay, dayUsed, withoutLimits } = exactness;
  return [
    `limits: ${callsPerSecond} calls per second, ${callsPerDay} per day`,
    `admitted in one second: at most ${exactness.mostInOneSecond} of ${callsPerSecond}`,
    ...(dayUsed === undefined ? [] : [`used of the day: ${dayUsed}`]),
    `admitted beyond a limit: ${exactness.admittedBeyondLimit}`,
    `refused although there was room: ${exactness.refusedNeedlessly}`,
    ...(withoutLimits > 0 ? [`answers that did not name the limits: ${withoutLimits}`] : []),
  ];
}

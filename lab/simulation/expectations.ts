import type { RunFigures } from './run-figures.ts';

/** Checks the figures of a run. Returns what is wrong, or undefined. */
export type Expectation = (figures: RunFigures) => string | undefined;

const percent = (share: number): string => `${(100 * share).toFixed(share > 0.99 ? 2 : 1)} %`;

export const nothingUnavailable: Expectation = (figures) => {
  const first = figures.seconds.findIndex(({ unavailable }) => unavailable > 0);
  return first < 0 ? undefined : `503 after ${first} s`;
};

/** Of the calls that the limit has room for, at least a share is admitted and answered, from a second on. */
export const admitsAtLeast =
  (least: number, from = 0): Expectation =>
  (figures) => {
    const share = figures.share(from);
    return share >= least ? undefined : `${percent(share)} of the calls with room admitted`;
  };

/** No more than the limit allows in as many seconds, and in one that has just begun. */
export const staysWithinLimit: Expectation = ({ admitted, callsPerSecond, seconds }) =>
  admitted <= callsPerSecond * (seconds.length + 1) ? undefined : `${admitted} calls admitted, more than the limit`;

/** Neither Lambda nor the gateway answers with another status than the expected ones. */
export const nothingUnexpected: Expectation = (figures) => {
  const [other, { notServed }] = [figures.sum('other'), figures];
  return notServed + other === 0 ? undefined : `${other} unexpected statuses, ${notServed} not served`;
};

/** The longest that a fault may be felt after its end, in seconds. */
const maxRecovery = 5;

export const recoversFrom =
  (faultEnd: number): Expectation =>
  (figures) => {
    const seconds = figures.secondsUntilRecovery(Math.ceil(faultEnd));
    if (seconds === undefined) return 'no recovery';
    return seconds <= maxRecovery ? undefined : `recovery after ${seconds} s`;
  };

export const losesNoRecord: Expectation = ({ recordsLost }) =>
  recordsLost === 0 ? undefined : `${recordsLost} records lost`;

export const usesAtMost =
  (environments: number): Expectation =>
  ({ mostBusy }) =>
    mostBusy <= environments ? undefined : `${mostBusy} environments busy, at most ${environments} expected`;

export const writesAtMost =
  (units: number): Expectation =>
  (figures) => {
    const perCall = figures.unitsPerCall('Admissions');
    return perCall <= units ? undefined : `${perCall.toFixed(2)} write units a call`;
  };

/** No partition takes more units than it gets: otherwise the unused units of the start only delay throttling. */
export const spendsAtMost =
  (unitsPerSecond: number): Expectation =>
  ({ tables, seconds }) => {
    const spent = Math.max(...Object.values(tables).map(({ units }) => units / seconds.length));
    return spent <= unitsPerSecond ? undefined : `${Math.round(spent)} write units/s of one partition`;
  };

export const itemBelow =
  (bytes: number): Expectation =>
  ({ tables }) => {
    const { largestItem = 0 } = tables.Admissions ?? {};
    return largestItem < bytes ? undefined : `an item of ${largestItem} bytes`;
  };

export const answersWithin =
  (ms: number): Expectation =>
  (figures) => {
    const longest = figures.waitMs(1);
    return longest <= ms ? undefined : `an answer after ${Math.round(longest)} ms`;
  };

/**
 * Refusals cost each environment at most two writes to the counters a second, also those that DynamoDB throttles.
 * @param seconds in which calls are refused
 */
export const refusesCheaply =
  (seconds: number): Expectation =>
  (figures) => {
    const { units = 0, throttled = 0 } = figures.tables.Admissions ?? {};
    const more = units + throttled - figures.admitted - figures.sum('nodeFailed');
    const most = 2 * figures.environments * (seconds + 1);
    return more <= most ? undefined : `${more} writes for refusals, at most ${most} expected`;
  };

/** Nodes receive at most one request per environment whose calls are not admitted. */
export const forwardsFewEarly: Expectation = ({ sentWithoutAdmission, environments }) =>
  sentWithoutAdmission <= environments ? undefined : `${sentWithoutAdmission} calls forwarded without an admission`;

export const problemsOf = (figures: RunFigures, expectations: readonly Expectation[]): string[] =>
  expectations.flatMap((expectation) => expectation(figures) ?? []);

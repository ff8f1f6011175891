import type { AdmittedCalls, LimitWindow } from '../../../src/limits/limit-status.ts';
import type { Limits } from '../../../src/plans.ts';
import type { Try } from './lossy-table.ts';

/** One request from its caller's view, and its writes. Times are true times in ms since the epoch unless noted. */
export type LoggedRequest = {
  readonly key: string;
  readonly process: number;
  readonly n: number;
  readonly limits: Limits;
  readonly startAt: number;
  readonly tries: Try[];
  endAt?: number;
  admitted?: AdmittedCalls;
  refusedBy?: LimitWindow;
  /** The window that refused it. */
  refusedIn?: string;
  /** Calls of it that are to be returned. */
  toReturn?: number;
};

export const dayName = (key: string, day: string) => `${key}#${day}`;
export const secondName = (key: string, day: string, second: number) => `${dayName(key, day)}#${second}`;

/** The window of a kind that an admitted request is counted in. */
export const windowOf = ({ key }: LoggedRequest, { day, second }: AdmittedCalls, window: LimitWindow): string =>
  window === 'day' ? dayName(key, day) : secondName(key, day, second);

/** The window of a kind that a write counts in, if it is executed. */
const windowOfTry = ({ pk, second }: Try, window: LimitWindow): string => (window === 'day' ? pk : `${pk}#${second}`);

export const limitOf = ({ limits }: LoggedRequest, window: LimitWindow): number =>
  window === 'day' ? limits.callsPerDay : limits.callsPerSecond;

/** The most calls of a request that may be counted in a window: once if it was admitted, and once for each unknown try. */
export function mostCounted(one: LoggedRequest, name: string, window: LimitWindow): number {
  const unknown = one.tries.filter((tried) => tried.unknown && windowOfTry(tried, window) === name).length;
  const admitted = one.admitted && windowOf(one, one.admitted, window) === name ? 1 : 0;
  return one.n * (unknown + admitted);
}

/** The writes that have returned calls to a day, or may have. */
export const returnsTo = (log: readonly LoggedRequest[], day: string): Try[] =>
  log.flatMap(({ tries }) => tries.filter((one) => one.returned > 0 && one.pk === day && mayBeExecuted(one)));

export const mayBeExecuted = ({ executedAt, unknown }: Try): boolean => executedAt !== undefined || unknown;

import type { LimitWindow } from '../../../src/limits/limit-status.ts';
import {
  dayName,
  type LoggedRequest,
  limitOf,
  mayBeExecuted,
  mostCounted,
  returnsTo,
  windowOf,
} from './request-log.ts';

/** How long a process believes a day's counter. */
const believedMs = 15_000;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, n) => total + n, 0);
const endOf = ({ endAt = Number.POSITIVE_INFINITY }: { endAt?: number }) => endAt;

/** The admitted requests by window. */
function byWindow(log: readonly LoggedRequest[], window: LimitWindow): Map<string, LoggedRequest[]> {
  const windows = new Map<string, LoggedRequest[]>();
  for (const one of log) {
    if (!one.admitted) continue;
    const name = windowOf(one, one.admitted, window);
    windows.set(name, [...(windows.get(name) ?? []), one]);
  }
  return windows;
}

/** Calls of a window that were returned, or may have been, at a time. */
const returningAt = (log: readonly LoggedRequest[], day: string, at: number) =>
  sum(returnsTo(log, day).map(({ startAt, returned }) => (startAt <= at ? returned : 0)));

/**
 * Requests that were admitted although earlier admissions had left too little room.
 * @param tellsSeconds whether a second of this process is a second: its clock is not wrong for ever
 */
export function overLimit(log: readonly LoggedRequest[], tellsSeconds: (process: number) => boolean): string[] {
  const found: string[] = [];
  for (const window of ['second', 'day'] as const) {
    const judged = window === 'day' ? log : log.filter(({ process }) => tellsSeconds(process));
    for (const [name, requests] of byWindow(judged, window)) {
      for (const one of requests) {
        const before = requests.filter((other) => other !== one && endOf(other) <= one.startAt);
        const counted = sum(before.map(({ n }) => n)) - returningAt(log, name, endOf(one)) + one.n;
        if (counted > limitOf(one, window)) found.push(`${name}: ${counted} of ${limitOf(one, window)}`);
      }
      found.push(...overAtLast(name, requests, window, returningAt(log, name, Number.POSITIVE_INFINITY)));
    }
  }
  return found;
}

/** Whichever request of a plan was counted last, all others of that or a smaller plan were counted before it. */
const overAtLast = (
  name: string,
  requests: readonly LoggedRequest[],
  window: LimitWindow,
  returned: number,
): string[] =>
  [...new Set(requests.map((one) => limitOf(one, window)))].flatMap((limit) => {
    const within = requests.filter((one) => limitOf(one, window) <= limit);
    const counted = sum(within.map(({ n }) => n)) - returned;
    return counted > limit ? [`${name}: ${counted} of ${limit} in all`] : [];
  });

/** Requests that were refused although even the highest possible count left enough room. */
export function needlesslyRefused(log: readonly LoggedRequest[], isSteady: (process: number) => boolean): string[] {
  return log.flatMap((one) => {
    const { refusedBy, refusedIn } = one;
    if (!refusedBy || !refusedIn) return [];
    // A process whose clock has jumped cannot know the age of what it believes.
    if (refusedBy === 'day' && !isSteady(one.process)) return [];
    const until = one.startAt - believedMs;
    let counted = one.n;
    for (const other of log) {
      if (other.startAt > endOf(one)) continue;
      counted += mostCounted(other, refusedIn, refusedBy);
    }
    for (const { executedAt, returned } of returnsTo(log, refusedIn)) {
      if (executedAt !== undefined && executedAt <= until) counted -= returned;
    }
    const limit = limitOf(one, refusedBy);
    return counted <= limit ? [`${refusedIn}: refused ${one.n} though ${counted - one.n} of ${limit} were used`] : [];
  });
}

/** How long after a failed write a process may refuse its key without another one: a clock that jumps repeats seconds. */
const heldMs = { steady: 1_000, jumping: 30_000 };

/** Requests that got a 503 although no write of their key had just failed in their process. */
export function needlesslyUnavailable(log: readonly LoggedRequest[], isSteady: (process: number) => boolean): string[] {
  const failing = log.filter(({ tries }) => tries.some(({ failed }) => failed));
  return log.flatMap((one) => {
    if (one.endAt === undefined || one.admitted || one.refusedBy) return [];
    const since = one.startAt - (isSteady(one.process) ? heldMs.steady : heldMs.jumping);
    const isExcused = failing.some(
      (other) => other.process === one.process && other.key === one.key && endOf(other) >= since,
    );
    return isExcused ? [] : [`${one.key}: 503 at ${one.startAt} without a failure`];
  });
}

/** Whether the final counter of the day lies between the answers, and those with every unknown write counted too. */
export const miscounted = (log: readonly LoggedRequest[], used: ReadonlyMap<string, number>): string[] =>
  [...used].flatMap(([name, counter]) => {
    let [least, most] = [0, 0];
    for (const one of log) {
      most += mostCounted(one, name, 'day');
      if (!one.admitted || windowOf(one, one.admitted, 'day') !== name) continue;
      least += one.n;
    }
    for (const { executedAt, returned } of returnsTo(log, name)) {
      least -= returned;
      if (executedAt !== undefined) most -= returned;
    }
    if (counter > most) return [`${name}: ${counter} counted, ${most} at most were admitted`];
    return counter < least ? [`${name}: ${counter} counted, ${least} at least were admitted`] : [];
  });

/** Days to which a process has not returned more calls than those of its last request that had calls to return. */
export function forgotten(log: readonly LoggedRequest[]): string[] {
  const owed = new Map<string, { last: number; n: number }>();
  for (const { process, key, admitted, toReturn = 0 } of log) {
    if (!admitted || toReturn === 0) continue;
    const name = `${process} ${dayName(key, admitted.day)}`;
    owed.set(name, { last: toReturn, n: toReturn + (owed.get(name)?.n ?? 0) });
  }
  for (const { process, tries } of log) {
    for (const one of tries.filter(mayBeExecuted)) {
      const of = owed.get(`${process} ${one.pk}`);
      if (of) of.n -= one.returned;
    }
  }
  return [...owed].flatMap(([name, { last, n }]) => (n > last ? [`${name}: ${n} calls are not returned`] : []));
}

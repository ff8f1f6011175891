import type { LimitWindow } from '../../../src/limits/limit-status.ts';
import { type LoggedRequest, limitOf, mostCounted, windowOf } from './request-log.ts';

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

/** Calls of a window that were given back, or may have been, at a time. */
const returningAt = (requests: readonly LoggedRequest[], window: LimitWindow, at: number) =>
  window === 'second' ? 0 : sum(requests.map(({ giveBack }) => (giveBack && giveBack.startAt <= at ? giveBack.n : 0)));

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
        const counted = sum(before.map(({ n }) => n)) - returningAt(requests, window, endOf(one)) + one.n;
        if (counted > limitOf(one, window)) found.push(`${name}: ${counted} of ${limitOf(one, window)}`);
      }
      found.push(...overAtLast(name, requests, window));
    }
  }
  return found;
}

/** Whichever request of a plan was counted last, all others of that or a smaller plan were counted before it. */
const overAtLast = (name: string, requests: readonly LoggedRequest[], window: LimitWindow): string[] =>
  [...new Set(requests.map((one) => limitOf(one, window)))].flatMap((limit) => {
    const within = requests.filter((one) => limitOf(one, window) <= limit);
    const counted = sum(within.map(({ n }) => n)) - returningAt(requests, window, Number.POSITIVE_INFINITY);
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
      const { giveBack } = other;
      const most = mostCounted(other, refusedIn, refusedBy);
      counted += most;
      if (most > 0 && refusedBy === 'day' && giveBack && endOf(giveBack) <= until) counted -= giveBack.n;
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
      least += one.n - (one.giveBack?.n ?? 0);
      if (one.giveBack?.endAt !== undefined) most -= one.giveBack.n;
    }
    if (counter > most) return [`${name}: ${counter} counted, ${most} at most were admitted`];
    return counter < least ? [`${name}: ${counter} counted, ${least} at least were admitted`] : [];
  });

import type { LimitWindow } from '../../../src/limits/limit-status.ts';
import { type LoggedRequest, limitOf, windowOf } from './request-log.ts';

/** How long a second's counter stays at least, if up to three clocks that are far apart open seconds. */
const secondLivesMs = 4_000;

/** How long a process caches a day's counter. */
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

/** Requests that were admitted although earlier admissions had left too little room. */
export function overLimit(log: readonly LoggedRequest[]): string[] {
  const found: string[] = [];
  for (const window of ['second', 'day'] as const) {
    for (const [name, requests] of byWindow(log, window)) {
      for (const one of requests) {
        const since = window === 'second' ? one.startAt - secondLivesMs : 0;
        const before = requests.filter(
          (other) => other !== one && endOf(other) <= one.startAt && endOf(other) >= since,
        );
        const counted = sum(before.map(({ n }) => n)) - returningAt(requests, window, endOf(one)) + one.n;
        if (counted > limitOf(one, window)) found.push(`${name}: ${counted} of ${limitOf(one, window)}`);
      }
      found.push(...overAtLast(name, requests, window));
    }
  }
  return found;
}

/** Whichever request of a plan was counted last, all others of that or a smaller plan were counted before it. */
function overAtLast(name: string, requests: readonly LoggedRequest[], window: LimitWindow): string[] {
  const starts = requests.map(({ startAt }) => startAt);
  if (window === 'second' && Math.max(...starts) - Math.min(...starts) > secondLivesMs) return [];
  return [...new Set(requests.map((one) => limitOf(one, window)))].flatMap((limit) => {
    const within = requests.filter((one) => limitOf(one, window) <= limit);
    const counted = sum(within.map(({ n }) => n)) - returningAt(requests, window, Number.POSITIVE_INFINITY);
    return counted > limit ? [`${name}: ${counted} of ${limit} in all`] : [];
  });
}

/** Requests that were refused although even the highest possible count left enough room. */
export function needlesslyRefused(log: readonly LoggedRequest[], isSteady: (process: number) => boolean): string[] {
  return log.flatMap((one) => {
    const { refusedBy, refusedIn } = one;
    if (!refusedBy || !refusedIn) return [];
    // A process whose clock has jumped cannot know the age of its cache.
    if (refusedBy === 'day' && !isSteady(one.process)) return [];
    const until = one.startAt - believedMs;
    let counted = one.n;
    for (const other of log) {
      if (other === one || other.startAt > endOf(one)) continue;
      const { admitted, giveBack, unclean, mayCountIn } = other;
      const counts = admitted
        ? windowOf(other, admitted, refusedBy) === refusedIn
        : unclean && mayCountIn.has(refusedIn);
      if (!counts) continue;
      counted += other.n;
      if (refusedBy === 'day' && giveBack && endOf(giveBack) <= until) counted -= giveBack.n;
    }
    const limit = limitOf(one, refusedBy);
    return counted <= limit ? [`${refusedIn}: refused ${one.n} though ${counted - one.n} of ${limit} were used`] : [];
  });
}

/** Whether the final counter of the day equals the answers, apart from requests without an answer. */
export function miscounted(
  log: readonly LoggedRequest[],
  used: ReadonlyMap<string, number>,
  isCorrected: (process: number, day: string) => boolean,
): string[] {
  return [...used].flatMap(([name, counter]) => {
    let [least, most] = [0, 0];
    for (const one of log) {
      const { admitted, giveBack, mayCountIn, unclean, process, n } = one;
      if (admitted && windowOf(one, admitted, 'day') === name) {
        least += n - (giveBack?.n ?? 0);
        most += n - (giveBack?.endAt === undefined ? 0 : giveBack.n);
      } else if (unclean && mayCountIn.has(name) && !isCorrected(process, name)) {
        // An admitted request whose try at the end of the day before was refused and lost.
        most += n;
      }
    }
    if (counter > most) return [`${name}: ${counter} counted, ${most} at most were admitted`];
    return counter < least ? [`${name}: ${counter} counted, ${least} at least were admitted`] : [];
  });
}

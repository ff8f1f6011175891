import { secondsPerDay } from '../time.ts';
import type { CounterState } from './counter-state.ts';

/**
 * An admission is over at most 10 s after it read its clock (`maxAnswerMs` in admissions.ts), its second may be one
 * ahead, and clocks are right within about 3 s. So no admission still counts in a second that is this old.
 */
const keptMs = 30_000;

/** How many seconds a process removes by name if it does not know which of them the item holds. */
const windowSeconds = 30;

/** An item with more old seconds gets a write of its own that removes them: it stays below 1 KB, one write unit. */
const maxOldSeconds = 60;

/**
 * The first second of a day that must be kept. It depends on DynamoDB's time only: a process whose own clock is wrong
 * would remove counters in use.
 * @param date the `Date` of an answer of DynamoDB. Without one, nothing may be removed
 */
export const firstKeptSecond = (dayStart: number, date: number | undefined): number =>
  date === undefined ? 0 : Math.floor((date - keptMs - dayStart) / 1_000);

/** @param known undefined if this process has not seen the item yet */
export function oldSeconds(known: CounterState | undefined, firstKept: number): number[] {
  if (known) return [...known.seconds.keys()].filter((second) => second < firstKept);
  const from = Math.max(0, firstKept - windowSeconds);
  const until = Math.min(firstKept, secondsPerDay);
  return Array.from({ length: Math.max(0, until - from) }, (_, index) => from + index);
}

/** The old seconds of an item that has too many of them to wait for the next admission. */
export function overdueSeconds(state: CounterState, firstKept: number): number[] {
  const old = oldSeconds(state, firstKept);
  return old.length > maxOldSeconds ? old : [];
}

import { dayMs } from '../limits/windows.ts';

/** As long as the failure bucket keeps its objects. */
const replayableForMs = 90 * dayMs;

/**
 * A row that was put back says so, and must outlive whatever it could be put back from once more; and every plan's
 * history, that no row goes earlier for being replayed.
 */
const keptForMs = replayableForMs + 10 * dayMs;

/** Whether a request is too old to be replayed. @param at when it came in @param now both in ms since the epoch */
export const isTooOld = (at: number, now: number): boolean => now >= at + replayableForMs;

/** When the row of a replayed request may go, in seconds since the epoch. @param at when it came in, in ms */
export const keptUntil = (at: number): number => Math.floor((at + keptForMs) / 1_000);

import type { Limits } from '../limits/limits.ts';
import { dayOf } from '../limits/windows.ts';

/** Calls that were made on a UTC day in a key's slot before the key took it over from one that was revoked. */
export type StartedWith = { readonly calls: number; readonly day: string };

/** A key's limits at a moment: on the day that it took over a slot, less the calls that were made in it. */
export const limitsAt = (limits: Limits, startedWith: StartedWith | undefined, at: number): Limits => ({
  ...limits,
  callsPerDay: Math.max(0, limits.callsPerDay - startedCalls(startedWith, dayOf(at))),
});

/** The calls that a key started a day with. */
export const startedCalls = (startedWith: StartedWith | undefined, day: string): number =>
  startedWith?.day === day ? startedWith.calls : 0;

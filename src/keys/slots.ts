import * as v from 'valibot';
import { admissionsKey } from '../limits/counter-writes.ts';
import { dayOf, endOfDay } from '../limits/windows.ts';
import type { ItemTable } from '../table/table.ts';
import { type StartedWith, startedCalls } from './started-with.ts';

// An account has as many slots a day as its plan has keys. Each active key is in one, and each key that was revoked today
// has left one. No slot is used for more calls a day than a key may make, so that no number of keys multiplies a quota.

export const startedWithSchema = v.object({ calls: v.number(), day: v.string() });

/** A slot that a key left when it was revoked, and that no other has taken over yet. */
export const freedSlotSchema = v.object({
  keyId: v.string(),
  /** Milliseconds since the epoch. */
  revokedAt: v.number(),
  /** As the key had it. */
  startedWith: v.optional(startedWithSchema),
});

export type FreedSlot = v.InferOutput<typeof freedSlotSchema>;

/** Reads how many calls of a key have been admitted on a UTC day. */
export type ReadCalls = (keyId: string, day: string) => Promise<number>;

export const readCallsFrom =
  (admissions: ItemTable): ReadCalls =>
  async (keyId, day) =>
    Number((await admissions.get(admissionsKey(keyId, day)))?.used ?? 0);

/** The freed slots that still count at a moment: those of keys that were revoked on its UTC day. */
export const freedToday = (freed: readonly FreedSlot[], at: number): FreedSlot[] =>
  freed.filter(({ revokedAt }) => endOfDay(revokedAt) > at);

/** A slot for a new key: what the key starts with, and the freed slots that are left. */
export type TakenSlot = { readonly startedWith?: StartedWith; readonly freedSlots: FreedSlot[] };

/**
 * Finds a slot for a new key: one that nothing has used today, or else the least used one of a key that was revoked today.
 * The account was read after those revocations were written, so their keys make no more calls than are read here, but for
 * calls in flight.
 * @param active how many keys are active
 * @param allowed how many the plan allows: more than are active
 */
export async function takeSlot(
  { active, allowed, freed }: { active: number; allowed: number; freed: readonly FreedSlot[] },
  at: number,
  readCalls: ReadCalls,
): Promise<TakenSlot> {
  const freedSlots = freedToday(freed, at);
  if (active + freedSlots.length < allowed) return { freedSlots };
  const day = dayOf(at);
  const callsIn = async ({ keyId, startedWith }: FreedSlot) =>
    startedCalls(startedWith, day) + (await readCalls(keyId, day));
  const counts = await Promise.all(freedSlots.map(callsIn));
  const calls = Math.min(...counts);
  const others = freedSlots.toSpliced(counts.indexOf(calls), 1);
  return calls > 0 ? { startedWith: { calls, day }, freedSlots: others } : { freedSlots: others };
}

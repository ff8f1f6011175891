import type { FreedSlot, StartedWith } from '../directory/directory-items.ts';
import { admissionsKey } from '../limits/counter-writes.ts';
import type { Limits } from '../limits/limit-status.ts';
import type { ItemTable } from '../table/item-table.ts';
import { dayOf, endOfDay } from '../time.ts';

/** Reads how many calls of a key have been admitted on a UTC day. */
export type ReadCalls = (keyId: string, day: string) => Promise<number>;

export const createReadCalls =
  (admissions: ItemTable): ReadCalls =>
  async (keyId, day) =>
    Number((await admissions.get(admissionsKey(keyId, day)))?.used ?? 0);

/** The freed slots that still count at a moment: those of keys that were revoked on its UTC day. */
export const slotsFreedToday = (freed: readonly FreedSlot[], at: number): FreedSlot[] =>
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
  const freedSlots = slotsFreedToday(freed, at);
  if (active + freedSlots.length < allowed) return { freedSlots };
  const day = dayOf(at);
  const callsIn = async ({ keyId, startedWith }: FreedSlot) =>
    startingCalls(startedWith, day) + (await readCalls(keyId, day));
  const counts = await Promise.all(freedSlots.map(callsIn));
  const calls = Math.min(...counts);
  const others = freedSlots.toSpliced(counts.indexOf(calls), 1);
  return calls > 0 ? { startedWith: { calls, day }, freedSlots: others } : { freedSlots: others };
}

/** A key's limits at a moment: on the day that it took over a slot, less the calls that were made in it. */
export const effectiveLimits = (limits: Limits, startedWith: StartedWith | undefined, at: number): Limits => ({
  ...limits,
  callsPerDay: Math.max(0, limits.callsPerDay - startingCalls(startedWith, dayOf(at))),
});

/** The calls that a key started a day with. */
export const startingCalls = (startedWith: StartedWith | undefined, day: string): number =>
  startedWith?.day === day ? startedWith.calls : 0;

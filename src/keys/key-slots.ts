import type { FreedSlot } from '../directory/directory-items.ts';
import type { KeyDayQuota, StartedWith } from '../directory/secret-item.ts';
import { admissionsKey } from '../limits/counter-writes.ts';
import type { Limits } from '../plans.ts';
import type { ItemTable } from '../table/item-table.ts';
import { dayOf, endOfDay } from '../time.ts';

// Each UTC day, an account has as many slots as its plan allows keys. Every active key is in one slot; a revoked key frees
// its slot. The calls made in a slot on one day never exceed one key's quota, so creating and revoking keys does not
// multiply the quota (docs/decisions/0024-a-new-key-adds-no-quota.md).

/** Reads the number of admitted calls of a key on a UTC day. */
export type ReadCalls = (keyId: string, day: string) => Promise<number>;

export const createReadCalls =
  (admissions: ItemTable): ReadCalls =>
  async (keyId, day) =>
    Number((await admissions.get(admissionsKey(keyId, day)))?.used ?? 0);

/** The slots of keys revoked on the same UTC day as `at`. */
export const slotsFreedToday = (freed: readonly FreedSlot[], at: number): FreedSlot[] =>
  freed.filter(({ revokedAt }) => endOfDay(revokedAt) > at);

/** `freedSlots` are those that remain. */
export type TakenSlot = { readonly startedWith?: StartedWith; readonly freedSlots: FreedSlot[] };

/** An account's slots: `allowed` is the plan's number of keys and greater than `active`. */
export type Slots = {
  readonly active: number;
  readonly allowed: number;
  readonly freed: readonly FreedSlot[];
  /** Calls that the unused slot with this number lacks today (src/keys/day-quota.ts). */
  readonly lacking: (slot: number) => number;
};

/**
 * Takes a slot for a new key: one unused today, otherwise the least used slot of a key revoked today. The account was read
 * after the revocations were written, so the revoked keys' calls are final here, except calls in flight.
 */
export async function takeSlot(
  { active, allowed, freed, lacking }: Slots,
  at: number,
  readCalls: ReadCalls,
): Promise<TakenSlot> {
  const freedSlots = slotsFreedToday(freed, at);
  const day = dayOf(at);
  const used = active + freedSlots.length;
  if (used < allowed) {
    const lacks = lacking(used);
    return lacks > 0 ? { startedWith: { calls: lacks, day }, freedSlots } : { freedSlots };
  }
  const callsIn = async ({ keyId, startedWith }: FreedSlot) =>
    startingCalls(startedWith, day) + (await readCalls(keyId, day));
  const counts = await Promise.all(freedSlots.map(callsIn));
  const calls = Math.min(...counts);
  const others = freedSlots.toSpliced(counts.indexOf(calls), 1);
  return calls > 0 ? { startedWith: { calls, day }, freedSlots: others } : { freedSlots: others };
}

/** What lowers the plan's limit of a day. */
export type LessOfDay = {
  readonly startedWith?: StartedWith | undefined;
  readonly dayQuota?: KeyDayQuota | null | undefined;
};

export const lessOfDay = (
  { dayQuota }: { readonly dayQuota: KeyDayQuota | null },
  { startedWith }: Pick<LessOfDay, 'startedWith'>,
): LessOfDay => ({ dayQuota, startedWith });

/** The plan's limits; the day of `at` has no more than its own quota, less the calls that the key started with. */
export function effectiveLimits(limits: Limits, { startedWith, dayQuota }: LessOfDay, at: number): Limits {
  const day = dayOf(at);
  const quota = dayQuota?.day === day ? Math.min(limits.callsPerDay, dayQuota.calls) : limits.callsPerDay;
  return { ...limits, callsPerDay: Math.max(0, quota - startingCalls(startedWith, day)) };
}

/** Calls that the key started this UTC day with. */
export const startingCalls = (startedWith: StartedWith | undefined, day: string): number =>
  startedWith?.day === day ? startedWith.calls : 0;

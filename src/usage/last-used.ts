import * as v from 'valibot';
import type { Log } from '../log.ts';
import type { Outcome } from '../records/outcome.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import { BoundedMap } from '../runtime/bounded-map.ts';
import { concurrently } from '../runtime/concurrently.ts';
import { ConditionFailedError, type ItemTable } from '../table/item-table.ts';
import { type EpochMs, minuteMs } from '../time.ts';
import { tallySpans } from './usage-range.ts';

export type LastUsed = {
  /** At most one write per key and five minutes, by all processes. Never rejects: the key's next request repeats it. */
  note(records: readonly RequestRecord[]): Promise<void>;
};

const intervalMs = 5 * minuteMs;

/** Requests that were refused because of the key's state do not count as use. */
const refusals: ReadonlySet<Outcome> = new Set(['key_revoked', 'key_expired', 'plan_inactive']);

/** The item of a key in the table Usage. It expires like the key's hours. */
export const lastUsedKey = (keyId: string) => ({ pk: keyId, sk: 'last-used' });
const expiresAt = (at: number): number => Math.ceil(at / 1_000) + tallySpans.hour.keepSeconds;
const itemSchema = v.object({ at: v.number() });

/** Caches last uses so that a process does not write in vain. */
export function createLastUsed(usage: ItemTable, log: Log): LastUsed {
  const known = new BoundedMap<number>();
  const noteKey = async (keyId: string, at: number) => {
    if (at < (known.get(keyId) ?? Number.NEGATIVE_INFINITY) + intervalMs) return;
    try {
      known.set(keyId, await write(usage, keyId, at));
    } catch (error) {
      log.warn('last_used_failed', { keyId, detail: String(error) });
    }
  };
  return {
    note: (records) => concurrently(latestUses(records), ([keyId, at]) => noteKey(keyId, at)),
  };
}

function latestUses(records: readonly RequestRecord[]): Map<string, number> {
  const latest = new Map<string, number>();
  for (const { keyId, at, outcome } of records) {
    if (!refusals.has(outcome)) latest.set(keyId, Math.max(at, latest.get(keyId) ?? at));
  }
  return latest;
}

/** Returns the stored time. */
async function write(usage: ItemTable, keyId: string, at: number): Promise<number> {
  try {
    await usage.update({
      key: lastUsedKey(keyId),
      update: 'SET #at = :at, #expiresAt = :expiresAt',
      condition: 'attribute_not_exists(#at) OR #at <= :earlier',
      names: { '#at': 'at', '#expiresAt': 'expiresAt' },
      values: { ':at': at, ':earlier': at - intervalMs, ':expiresAt': expiresAt(at) },
    });
    return at;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return v.parse(itemSchema, error.item).at;
  }
}

/** At most five minutes outdated. Keys that were not used for 400 days have no entry. */
export async function lastUsedAt(usage: ItemTable, keyIds: readonly string[]): Promise<Map<string, EpochMs>> {
  const uses = new Map<string, number>();
  await concurrently(keyIds, async (keyId) => {
    const item = await usage.get(lastUsedKey(keyId));
    if (item) uses.set(keyId, v.parse(itemSchema, item).at);
  });
  return uses;
}

import { admissionsKey } from '../../src/limits/counter-writes.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import type { Item } from '../../src/table/item-table.ts';
import { dayMs, dayOf, endOfDay } from '../../src/time.ts';

/** The items that the proxy would have written for the day of `now`: one for each key with admitted calls. */
export function admissionsToday(requests: readonly RequestRecord[], now: number): Item[] {
  const used = new Map<string, number>();
  for (const { keyId, at, admittedSecond, calls } of requests) {
    if (admittedSecond === undefined || dayOf(at) !== dayOf(now)) continue;
    const counted = calls.reduce((sum, { count }) => sum + count, 0);
    used.set(keyId, (used.get(keyId) ?? 0) + counted);
  }
  const expiresAt = Math.floor((endOfDay(now) + 2 * dayMs) / 1_000);
  return [...used].map(([keyId, calls]) => ({ ...admissionsKey(keyId, dayOf(now)), used: calls, expiresAt }));
}

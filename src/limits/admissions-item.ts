import type { UpdateRequest } from '../table/table.ts';
import type { Counts } from './counts.ts';
import type { Limits } from './limits.ts';

/** The key of the item that counts a key's calls on one UTC day. Very fast plans may add a shard to it later. */
export const admissionsKey = (keyId: string, day: string) => ({ pk: `${keyId}#${day}` });

/** The attribute that counts the calls of one second of the day. */
const attributeOf = (second: number): string => `s${second}`;

/** Reads an item's counters; an item that is not there counts nothing. */
export function readCounts(item: Readonly<Record<string, unknown>> | undefined): Counts {
  const seconds = new Map<number, number>();
  for (const [name, value] of Object.entries(item ?? {})) {
    if (/^s\d+$/.test(name) && typeof value === 'number') seconds.set(Number(name.slice(1)), value);
  }
  return { used: typeof item?.used === 'number' ? item.used : 0, seconds };
}

/** What the one write of an admission needs to know. */
export type Admission = {
  readonly keyId: string;
  readonly day: string;
  readonly second: number;
  readonly n: number;
  readonly limits: Limits;
  /** Seconds long past whose counters this write takes away. */
  readonly stale: readonly number[];
  /** Seconds since the epoch. */
  readonly expiresAt: number;
};

/** The update that counts `n` calls if, and only if, both windows have room: all of them or none. */
export function admissionUpdate(admission: Admission): UpdateRequest {
  const { n, limits, stale } = admission;
  const staleNames = Object.fromEntries(stale.map((second, index) => [`#r${index}`, attributeOf(second)]));
  const remove = stale.length > 0 ? ` REMOVE ${Object.keys(staleNames).join(', ')}` : '';
  return {
    key: admissionsKey(admission.keyId, admission.day),
    update: `ADD #used :n, #second :n SET #expiresAt = :expiresAt${remove}`,
    condition:
      '(attribute_not_exists(#second) OR #second <= :second) AND (attribute_not_exists(#used) OR #used <= :used)',
    names: { '#used': 'used', '#second': attributeOf(admission.second), '#expiresAt': 'expiresAt', ...staleNames },
    values: {
      ':n': n,
      ':second': limits.callsPerSecond - n,
      ':used': limits.callsPerDay - n,
      ':expiresAt': admission.expiresAt,
    },
  };
}

/** The update that gives `n` calls back to the day they were counted on. */
export const giveBackUpdate = (keyId: string, day: string, n: number): UpdateRequest => ({
  key: admissionsKey(keyId, day),
  update: 'ADD #used :n',
  condition: '#used >= :least',
  names: { '#used': 'used' },
  values: { ':n': -n, ':least': n },
});

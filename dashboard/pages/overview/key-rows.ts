import type { Key, UsageByKey } from '../../api/api.ts';

type KeyUsage = UsageByKey['keys'][number];

/** A key with its figures of today: null if it has none, undefined while they are not known. */
export type KeyOfToday = {
  readonly keyId: string;
  readonly name: string;
  /** Undefined for a key that was revoked today. */
  readonly active: Key | undefined;
  readonly usage: KeyUsage | null | undefined;
};

/** The active keys and those that were revoked after a call, most calls first; equal ones keep their order. */
export function keysOfToday(keys: readonly Key[], usage: readonly KeyUsage[] | undefined): KeyOfToday[] {
  const byId = new Map(usage?.map((figures) => [figures.keyId, figures]));
  const active = keys.map((key): KeyOfToday => {
    const { keyId, name } = key;
    return { keyId, name, active: key, usage: usage && (byId.get(keyId) ?? null) };
  });
  const activeIds = new Set(keys.map(({ keyId }) => keyId));
  const revoked = (usage ?? [])
    .filter(({ keyId }) => !activeIds.has(keyId))
    .map((figures): KeyOfToday => ({ keyId: figures.keyId, name: figures.name, active: undefined, usage: figures }));
  return [...active, ...revoked].toSorted((one, other) => callsOf(other) - callsOf(one));
}

// The counters are ahead of the figures, but have no calls that the quota does not count.
const callsOf = ({ active, usage }: KeyOfToday): number => Math.max(usage?.calls ?? 0, active?.calls?.today ?? 0);

/** The key that has used the largest part of its quota today. */
type QuotaUse = { readonly name: string; readonly counted: number; readonly limit: number; readonly share: number };

/** The key nearest to its daily quota; undefined if no key has counters. */
export function largestQuotaUse(keys: readonly Key[]): QuotaUse | undefined {
  return keys
    .flatMap(({ name, calls, limits }): QuotaUse[] => {
      if (!calls || !limits) return [];
      const limit = limits.callsPerDay;
      return [{ name, counted: calls.today, limit, share: limit === 0 ? 1 : calls.today / limit }];
    })
    .reduce<QuotaUse | undefined>((most, use) => (most && most.share >= use.share ? most : use), undefined);
}

/** When the newest call of any key was admitted, in ISO 8601; undefined if no key was used. */
export const lastCallAt = (keys: readonly Pick<Key, 'lastUsedAt'>[]): string | undefined =>
  keys
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .toSorted()
    .at(-1);

/** When the daily quotas start again, in epoch milliseconds; undefined if no key has counters. */
export function quotasResetAt(keys: readonly Key[]): number | undefined {
  const counted = keys.find(({ calls }) => calls);
  return counted?.calls ? Date.parse(counted.calls.resetsAt) : undefined;
}

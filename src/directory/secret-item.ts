import * as v from 'valibot';

// The item of one secret in the Directory table: all that the authorizer reads. Each secret has its own partition, so that
// one read is enough. It is a file of its own because the authorizer's bundle must not hold the other items' schemas.

export const secretItemKey = (secretHash: string) => ({ pk: `SECRET#${secretHash}`, sk: 'SECRET' });

/**
 * A UTC day and the calls of that day which a key's slot does not have: made before the key took it over, or from before
 * the account's plan had the slot (src/keys/key-slots.ts).
 */
export const startedWithSchema = v.object({ calls: v.number(), day: v.string() });

export type StartedWith = Readonly<v.InferOutput<typeof startedWithSchema>>;

/** A UTC day on which the account's plan rose, and the calls that each key has that day (src/keys/day-quota.ts). */
export const keyDayQuotaSchema = v.object({ day: v.string(), calls: v.number() });

export type KeyDayQuota = Readonly<v.InferOutput<typeof keyDayQuotaSchema>>;

export const secretItemSchema = v.object({
  keyId: v.string(),
  accountId: v.string(),
  planId: v.string(),
  /** `inactive` while the account is suspended or has no active plan. */
  planState: v.picklist(['active', 'inactive']),
  /** `revoked` with its key; `ended` by a rotation without a grace period, so that refusing it depends on no clock. */
  state: v.picklist(['active', 'revoked', 'ended']),
  // End of a rotation's grace period, in milliseconds. The table's TTL reads this attribute in seconds, so for TTL it lies
  // tens of thousands of years ahead and never deletes the item.
  expiresAt: v.optional(v.number()),
  startedWith: v.optional(startedWithSchema),
  dayQuota: v.optional(keyDayQuotaSchema),
});

/** The item under the hash of a secret: all that the authorizer needs. */
export type SecretItem = v.InferOutput<typeof secretItemSchema>;

type PlanOfAccount = {
  readonly planId: string;
  readonly state: string;
  readonly inactive: string | null;
  readonly dayQuota: KeyDayQuota | null;
};

/** The account's attributes that each of its secrets repeats. */
export const secretPlanFields = ({
  planId,
  state,
  inactive,
  dayQuota,
}: PlanOfAccount): Pick<SecretItem, 'planId' | 'planState' | 'dayQuota'> => ({
  planId,
  planState: state === 'active' && inactive === null ? 'active' : 'inactive',
  ...(dayQuota && { dayQuota: { day: dayQuota.day, calls: dayQuota.calls } }),
});

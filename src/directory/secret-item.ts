import { isNumber, isObjectOf, isOneOf, isOptional, isString, type Schema } from '../schema.ts';
import type { Item } from '../table/item-table.ts';

// The item of one secret in the Directory table: all that a call needs to know of its key. Each secret has its own
// partition, so that one read is enough. The proxy reads it for every call: type guards keep its bundle small.

export const secretItemKey = (secretHash: string) => ({ pk: `SECRET#${secretHash}`, sk: 'SECRET' });

type CallsOfDay = { readonly calls: number; readonly day: string };

export const isCallsOfDay: Schema<CallsOfDay> = isObjectOf({ calls: isNumber, day: isString });

/**
 * A UTC day and the calls of that day which a key's slot does not have: made before the key took it over, or from before
 * the account's plan had the slot (src/keys/key-slots.ts).
 */
export type StartedWith = CallsOfDay;

/** A UTC day on which the account's plan rose, and the calls that each key has that day (src/keys/day-quota.ts). */
export type KeyDayQuota = CallsOfDay;

/** The item under the hash of a secret. */
export type SecretItem = {
  readonly keyId: string;
  readonly accountId: string;
  readonly planId: string;
  /** `inactive` while the account is suspended or has no active plan. */
  readonly planState: 'active' | 'inactive';
  /** `revoked` with its key; `ended` by a rotation without a grace period, so that refusing it depends on no clock. */
  readonly state: 'active' | 'revoked' | 'ended';
  // End of a rotation's grace period, in milliseconds. The table's TTL reads this attribute in seconds, so for TTL it lies
  // tens of thousands of years ahead and never deletes the item.
  readonly expiresAt?: number | undefined;
  readonly startedWith?: StartedWith | undefined;
  readonly dayQuota?: KeyDayQuota | undefined;
};

const isSecretItem: Schema<SecretItem> = isObjectOf({
  keyId: isString,
  accountId: isString,
  planId: isString,
  planState: isOneOf(['active', 'inactive']),
  state: isOneOf(['active', 'revoked', 'ended']),
  expiresAt: isOptional(isNumber),
  startedWith: isOptional(isCallsOfDay),
  dayQuota: isOptional(isCallsOfDay),
});

/** @throws {TypeError} if it is another item */
export function readSecretItem(item: Item): SecretItem {
  if (isSecretItem(item)) return item;
  throw new TypeError('The item is not that of a secret.');
}

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

import * as v from 'valibot';
import { inactiveReasons } from '../plans.ts';
import type { Item } from '../table/item-table.ts';
import { isCallsOfDay, type StartedWith } from './secret-item.ts';

// The items of the Directory table. An account's partition holds the account, its keys, its account tokens (src/tokens),
// its activity (activity.ts) and, for a day, its requests with an Idempotency-Key (idempotent-request.ts). Secrets are in
// secret-item.ts.

const accountPrefix = 'ACCOUNT#';
export const accountItemKey = (accountId: string) => ({ pk: `${accountPrefix}${accountId}`, sk: 'ACCOUNT' });
export const keyItemPrefix = 'KEY#';
export const keyItemKey = (accountId: string, keyId: string) => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `${keyItemPrefix}${keyId}`,
});
/** Milliseconds since the epoch. */
const timestamp = v.number();

const startedWithSchema = v.custom<StartedWith>(isCallsOfDay);

export const keyItemSchema = v.object({
  keyId: v.string(),
  accountId: v.string(),
  name: v.string(),
  state: v.picklist(['active', 'revoked']),
  createdAt: timestamp,
  // Newest first. The second one works until its `expiresAt`, the end of a rotation's grace period.
  secrets: v.array(
    v.looseObject({
      hash: v.string(),
      firstCharacters: v.string(),
      expiresAt: v.optional(timestamp),
      /** The grace period that the rotation gave, with `expiresAt`. */
      graceHours: v.optional(v.number()),
      /** When it was first reported as leaked (src/leaks). */
      leakedAt: v.optional(timestamp),
    }),
  ),
  // Hashes of ended secrets, newest first. Their items attribute refusals to the key until they are deleted.
  endedSecrets: v.array(v.string()),
  startedWith: v.optional(startedWithSchema),
  /** The time of the last activity row about a leaked secret. */
  leakReportedAt: v.optional(timestamp),
  /** Missing in active keys. */
  revoked: v.optional(v.looseObject({ at: timestamp, by: v.string(), tokenName: v.optional(v.string()) })),
});

export type Key = v.InferOutput<typeof keyItemSchema>;

/** A key with a secret that was made for this request; `secret` is null if the request is a repetition. */
export type KeyWithSecret = { readonly key: Key; readonly secret: string | null };

const freedSlotSchema = v.looseObject({
  keyId: v.string(),
  revokedAt: timestamp,
  startedWith: v.optional(startedWithSchema),
});

/** A slot of a key revoked today that no new key has taken over. */
export type FreedSlot = v.InferOutput<typeof freedSlotSchema>;

/** What keys may use on a UTC day on which the plan was changed (src/keys/day-quota.ts). */
const dayQuotaSchema = v.looseObject({
  day: v.string(),
  calls: v.number(),
  /** The largest plan that this day is paid for. */
  planId: v.string(),
  /** From the slot with this number on, a slot lacks so many calls: the plan did not have it before. */
  laterSlots: v.array(v.looseObject({ from: v.number(), lacks: v.number() })),
});

export type DayQuota = v.InferOutput<typeof dayQuotaSchema>;

/** A plan that the account is about to get (src/billing/intended-plan.ts). */
const intendedPlanSchema = v.looseObject({
  planId: v.string(),
  /** After that the change can no longer happen. */
  until: timestamp,
  /** A request works on it until then. Missing if the customer pays for it in Checkout. */
  busyUntil: v.optional(timestamp),
});

export type IntendedPlan = v.InferOutput<typeof intendedPlanSchema>;

/** More keys are active than the plan allows, because Stripe changed the plan (src/billing/excess-keys.ts). */
const excessKeysSchema = v.looseObject({
  planId: v.string(),
  /** The plan's number of keys when the notice began. */
  allowed: v.number(),
  /** Then the keys that were not used for longest are revoked. */
  endsAt: timestamp,
  /** Whether the account's activity has a row of it. */
  isTold: v.boolean(),
});

/** What Directory knows of an account's payments. Stripe is the truth for money (src/billing). */
const accountBillingSchema = v.looseObject({
  customerId: v.string(),
  subscriptionId: v.nullable(v.string()),
  /** Number of the newest Checkout: only its page can be paid. */
  checkouts: v.number(),
  /** A subscription that is being ended. The first process that finds it ends it. */
  ending: v.nullable(v.string()),
  graceEndsAt: v.nullable(timestamp),
  lastGraceAt: v.nullable(timestamp),
  intended: v.nullable(intendedPlanSchema),
  excessKeys: v.nullable(excessKeysSchema),
  trialEndsAt: v.nullable(timestamp),
});

/** What is kept of a customer who has no subscription yet. */
export const noSubscription = {
  subscriptionId: null,
  checkouts: 0,
  ending: null,
  graceEndsAt: null,
  lastGraceAt: null,
  intended: null,
  excessKeys: null,
  trialEndsAt: null,
};

export const accountItemSchema = v.object({
  accountId: v.string(),
  email: v.string(),
  planId: v.string(),
  /** A suspended account keeps its plan, but its keys are refused. For `deleting` see src/accounts/delete-account.ts. */
  state: v.picklist(['active', 'suspended', 'deleting']),
  /** Why the account has no active plan, whatever `planId` says. */
  inactive: v.nullable(v.picklist(inactiveReasons)),
  /** null if the account has never begun to pay. */
  billing: v.nullable(accountBillingSchema),
  /** ID tokens of an earlier sign-in are refused. */
  sessionsValidFrom: timestamp,
  /** SHA-256 of each unused recovery code, in hexadecimal. */
  recoveryCodes: v.array(v.string()),
  /** Raised by every change of the account or its keys; the guard of each change (change-account.ts). */
  version: v.number(),
  createdAt: timestamp,
  /** Ids of the active keys, oldest first, so that revoked keys cost no reads. */
  activeKeys: v.array(v.string()),
  freedSlots: v.array(freedSlotSchema),
  /** When the deletion began. */
  deletingSince: v.nullable(timestamp),
  /** null if the plan was never changed. */
  dayQuota: v.nullable(dayQuotaSchema),
});

export type Account = v.InferOutput<typeof accountItemSchema>;

/** What is left of a deleted account, in place of its item, so that a token that is still valid creates no new account. */
export const tombstoneSchema = v.object({
  accountId: v.string(),
  state: v.literal('deleted'),
  deletedAt: timestamp,
  /** The newest keys, at most 1,000. Their rows in Records and Usage expire before the tombstone. */
  keyIds: v.array(v.string()),
  /** Seconds since the epoch, for the table's TTL. */
  expiresAt: v.number(),
});

export type Tombstone = v.InferOutput<typeof tombstoneSchema>;

/** The account that a row of the Directory belongs to; undefined for the account's own item, and for rows without one. */
export function ownerOfRow({ pk, sk, accountId }: Item): string | undefined {
  if (typeof pk !== 'string' || sk === 'ACCOUNT') return undefined;
  if (pk.startsWith(accountPrefix)) return pk.slice(accountPrefix.length);
  return typeof accountId === 'string' ? accountId : undefined;
}

export const isTombstone = ({ state }: { readonly state?: unknown }): boolean => state === 'deleted';

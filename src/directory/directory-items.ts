import * as v from 'valibot';

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

/** Calls that were made on a UTC day in a key's slot before the key took it over from one that was revoked. */
export type StartedWith = { readonly calls: number; readonly day: string };

// The items of the Directory table. One partition holds an account, its keys, and for a day the creations that may be
// repeated (src/keys/idempotent-creation.ts); each secret has a partition of its own, so that the authorizer finds all it needs with
// one read.

export const accountItemKey = (accountId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' });
export const keyItemPrefix = 'KEY#';
export const keyItemKey = (accountId: string, keyId: string) => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `${keyItemPrefix}${keyId}`,
});
export const secretItemKey = (secretHash: string) => ({ pk: `SECRET#${secretHash}`, sk: 'SECRET' });

/** Milliseconds since the epoch. */
const timestamp = v.number();

export const keyItemSchema = v.object({
  keyId: v.string(),
  accountId: v.string(),
  name: v.string(),
  state: v.picklist(['active', 'revoked']),
  createdAt: timestamp,
  /**
   * Its secrets, newest first: one, or two since a rotation with a grace. The second stops working at its `expiresAt` and
   * leaves the list with the next rotation.
   */
  secrets: v.array(v.object({ hash: v.string(), firstCharacters: v.string(), expiresAt: v.optional(timestamp) })),
  /** Calls in its slot before it took that over from a key that was revoked. */
  startedWith: v.optional(startedWithSchema),
});

/** One workload of an account. */
export type Key = v.InferOutput<typeof keyItemSchema>;

export const secretItemSchema = v.object({
  keyId: v.string(),
  accountId: v.string(),
  planId: v.string(),
  /** Whether the account may use its plan; `inactive` while it is suspended. */
  planState: v.picklist(['active', 'inactive']),
  /** `revoked` with its key, or `ended` by a rotation that leaves it no grace: then no clock has a say. */
  state: v.picklist(['active', 'revoked', 'ended']),
  /** When a secret that was rotated stops working; far too large a number for the table's TTL, which counts seconds. */
  expiresAt: v.optional(timestamp),
  /** As its key has it: it lowers that day's quota. */
  startedWith: v.optional(startedWithSchema),
});

/** What is kept under the hash of a secret. */
export type SecretItem = v.InferOutput<typeof secretItemSchema>;

/** What each of an account's secrets repeats of it. */
export const secretPlanFields = ({ planId, state }: Account): Pick<SecretItem, 'planId' | 'planState'> => ({
  planId,
  planState: state === 'active' ? 'active' : 'inactive',
});

export const accountItemSchema = v.object({
  accountId: v.string(),
  email: v.string(),
  planId: v.string(),
  /** A suspended account keeps its plan, but may not use it. */
  state: v.picklist(['active', 'suspended']),
  /** Raised by every change of the account or of its keys, so that two changes cannot cross unseen. */
  version: v.number(),
  createdAt: v.number(),
  /**
   * The ids of its active keys, oldest first, as of a version: so revoked keys cost nothing. They hold at that version of the
   * account alone. An account that was last changed by a version of the gateway that did not keep them has them looked up.
   */
  activeKeys: v.optional(v.object({ version: v.number(), ids: v.array(v.string()) })),
  /** The slots of keys that were revoked today, less those that new keys have taken over; see src/keys/key-slots.ts. */
  freedSlots: v.optional(v.array(freedSlotSchema), []),
});

/** A registered customer, on one plan. */
export type Account = v.InferOutput<typeof accountItemSchema>;

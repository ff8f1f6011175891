import * as v from 'valibot';
import type { Account } from '../accounts/account.ts';
import { startedWithSchema } from './slots.ts';

// The items of the Directory table. One partition holds an account, its keys, and for a day the creations that may be
// repeated (src/keys/creation.ts); each secret has a partition of its own, so that the authorizer finds all it needs with
// one read.

export const accountItemKey = (accountId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' });
export const keyItemPrefix = 'KEY#';
export const keyItemKey = (accountId: string, keyId: string) => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `${keyItemPrefix}${keyId}`,
});
export const secretItemKey = (secretHash: string) => ({ pk: `SECRET#${secretHash}`, sk: 'SECRET' });

/** Milliseconds since the epoch. */
const moment = v.number();

export const keySchema = v.object({
  keyId: v.string(),
  accountId: v.string(),
  name: v.string(),
  state: v.picklist(['active', 'revoked']),
  createdAt: moment,
  /**
   * Its secrets, newest first: one, or two since a rotation with a grace. The second stops working at its `expiresAt` and
   * leaves the list with the next rotation.
   */
  secrets: v.array(v.object({ hash: v.string(), firstCharacters: v.string(), expiresAt: v.optional(moment) })),
  /** Calls in its slot before it took that over from a key that was revoked. */
  startedWith: v.optional(startedWithSchema),
});

/** One workload of an account. */
export type Key = v.InferOutput<typeof keySchema>;

export const secretItemSchema = v.object({
  keyId: v.string(),
  accountId: v.string(),
  planId: v.string(),
  /** Whether the account may use its plan; `inactive` while it is suspended. */
  planState: v.picklist(['active', 'inactive']),
  /** `revoked` with its key, or `ended` by a rotation that leaves it no grace: then no clock has a say. */
  state: v.picklist(['active', 'revoked', 'ended']),
  /** When a secret that was rotated stops working; far too large a number for the table's TTL, which counts seconds. */
  expiresAt: v.optional(moment),
  /** As its key has it: it lowers that day's quota. */
  startedWith: v.optional(startedWithSchema),
});

/** What is kept under the hash of a secret. */
export type SecretItem = v.InferOutput<typeof secretItemSchema>;

/** What each of an account's secrets repeats of it. */
export const secretPlan = ({ planId, state }: Account): Pick<SecretItem, 'planId' | 'planState'> => ({
  planId,
  planState: state === 'active' ? 'active' : 'inactive',
});

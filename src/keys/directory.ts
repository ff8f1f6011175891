import * as v from 'valibot';

// The items of the Directory table. One partition holds an account and its keys; each secret has a partition of its own,
// so that the authorizer finds all it needs with one read.

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
  /** Its live secrets, newest first: one, or two while a rotation's grace lasts. */
  secrets: v.array(v.object({ hash: v.string(), firstCharacters: v.string(), expiresAt: v.optional(moment) })),
});

/** One workload of an account. */
export type Key = v.InferOutput<typeof keySchema>;

export const secretItemSchema = v.object({
  keyId: v.string(),
  accountId: v.string(),
  planId: v.string(),
  /** Whether the account may use its plan; `inactive` while it is suspended. */
  planState: v.picklist(['active', 'inactive']),
  state: v.picklist(['active', 'revoked']),
  /** When a secret that was rotated stops working. */
  expiresAt: v.optional(moment),
});

/** What is kept under the hash of a secret. */
export type SecretItem = v.InferOutput<typeof secretItemSchema>;

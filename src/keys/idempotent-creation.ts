import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { accountItemKey, type Key } from '../directory/directory-items.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';

const retentionMs = 24 * 3_600_000;

const creationSchema = v.object({
  keyId: v.string(),
  /** The name that was asked for. */
  name: v.string(),
  /** Milliseconds since the epoch. */
  createdAt: v.number(),
  /** Seconds since the epoch: the table's TTL, which deletes it some time after the 24 hours. */
  expiresAt: v.number(),
});

/** What is kept for 24 hours of a key's creation with an Idempotency-Key, so that its repetition is known as one. */
export type KeyCreation = v.InferOutput<typeof creationSchema>;

// Hashed, for a client may send any text of any length.
const creationItemKey = (accountId: string, idempotencyKey: string) => ({
  pk: accountItemKey(accountId).pk,
  sk: `CREATION#${createHash('sha256').update(idempotencyKey).digest('hex')}`,
});

/** The account's creation with that Idempotency-Key, if it is not over 24 hours ago. */
export async function findCreation(
  directory: Directory,
  accountId: string,
  idempotencyKey: string,
  at: number,
): Promise<KeyCreation | undefined> {
  const item = await directory.get(creationItemKey(accountId, idempotencyKey));
  if (!item) return undefined;
  const creation = v.parse(creationSchema, item);
  return at < creation.createdAt + retentionMs ? creation : undefined;
}

/** The write that remembers the creation of `key`, in place of one that is over. */
export function creationWrite({ accountId, keyId, name, createdAt }: Key, idempotencyKey: string): DirectoryWrite {
  const expiresAt = Math.ceil((createdAt + retentionMs) / 1_000);
  const creation: KeyCreation = { keyId, name, createdAt, expiresAt };
  return { put: { ...creationItemKey(accountId, idempotencyKey), ...creation } };
}

/** An Idempotency-Key was used within 24 hours for another request. */
export class IdempotencyConflictError extends Error {
  override readonly name = 'IdempotencyConflictError';
  readonly code = 'idempotency_conflict';

  constructor() {
    super('This Idempotency-Key was used for a key of another name. Use a new one for each new key.');
  }
}

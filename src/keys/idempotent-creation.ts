import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { accountItemKey, type Key } from '../directory/directory-items.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';

const retentionMs = 24 * 3_600_000;

const creationSchema = v.object({
  keyId: v.string(),
  /** As requested; the key may have been renamed since. */
  name: v.string(),
  /** Milliseconds since the epoch. */
  createdAt: v.number(),
  /** Seconds since the epoch: the table's TTL, which may delete the item late. */
  expiresAt: v.number(),
});

/** The creation of a key with an Idempotency-Key; a repetition within 24 hours finds it. */
export type KeyCreation = v.InferOutput<typeof creationSchema>;

/** The Idempotency-Key was used within the last 24 hours for a key with another name. */
export class IdempotencyConflictError extends Error {
  override readonly name = 'IdempotencyConflictError';
  readonly code = 'idempotency_conflict';

  constructor() {
    super('This Idempotency-Key was already used for a key with another name. Use a new value for each new key.');
  }
}

/** The account's creation with this Idempotency-Key, if it is less than 24 hours old. */
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

/** The write that stores a key's creation; it replaces one that is over 24 hours old. */
export function creationWrite({ accountId, keyId, name, createdAt }: Key, idempotencyKey: string): DirectoryWrite {
  const expiresAt = Math.ceil((createdAt + retentionMs) / 1_000);
  const creation: KeyCreation = { keyId, name, createdAt, expiresAt };
  return { put: { ...creationItemKey(accountId, idempotencyKey), ...creation } };
}

// Hashed because clients choose the text and its length.
const creationItemKey = (accountId: string, idempotencyKey: string) => ({
  pk: accountItemKey(accountId).pk,
  sk: `CREATION#${createHash('sha256').update(idempotencyKey).digest('hex')}`,
});

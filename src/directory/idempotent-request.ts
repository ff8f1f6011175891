import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { fixedErrorClass } from '../error-class.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';
import { dayMs } from '../time.ts';
import { accountItemKey } from './directory-items.ts';

const retentionMs = dayMs;

export type Idempotency = {
  readonly key: string;
  /** The operation, its path and its body, without passwords and codes. */
  readonly request: string;
};

const requestSchema = v.object({
  /** SHA-256 of the request, in hexadecimal. */
  request: v.string(),
  /** The key that the request created or changed, or the account token that it created. */
  keyId: v.optional(v.string()),
  /** Milliseconds since the epoch. */
  at: v.number(),
  /** Seconds since the epoch: the table's TTL, which may delete the item late. */
  expiresAt: v.number(),
});

/** A request that was carried out less than 24 hours ago. */
export type CarriedOutRequest = v.InferOutput<typeof requestSchema>;

export class IdempotencyConflictError extends fixedErrorClass(
  'IdempotencyConflictError',
  'idempotency_conflict',
  'This Idempotency-Key was already used for another request. Use a new value for each new request.',
) {}

/**
 * The account's request with this Idempotency-Key, if it was carried out less than 24 hours ago.
 * @throws {IdempotencyConflictError}
 */
export async function findCarriedOut(
  directory: Directory,
  accountId: string,
  { key, request }: Idempotency,
  at: number,
): Promise<CarriedOutRequest | undefined> {
  const item = await directory.get(requestItemKey(accountId, key));
  if (!item) return undefined;
  const carriedOut = v.parse(requestSchema, item);
  if (at >= carriedOut.at + retentionMs) return undefined;
  if (carriedOut.request !== sha256(request)) throw new IdempotencyConflictError();
  return carriedOut;
}

/** The write that stores a request with the change that it makes; it replaces one that is over 24 hours old. */
export function carriedOutWrite(
  accountId: string,
  { key, request }: Idempotency,
  keyId: string | undefined,
  at: number,
): DirectoryWrite {
  const expiresAt = Math.ceil((at + retentionMs) / 1_000);
  const carriedOut: CarriedOutRequest = { request: sha256(request), ...(keyId && { keyId }), at, expiresAt };
  return { put: { ...requestItemKey(accountId, key), ...carriedOut } };
}

// Hashed because clients choose the text and its length.
const requestItemKey = (accountId: string, key: string) => ({
  pk: accountItemKey(accountId).pk,
  sk: `IDEMPOTENCY#${sha256(key)}`,
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

import type { Key, KeyWithSecret } from '../../src/directory/directory-items.ts';
import { createKey } from '../../src/keys/create-key.ts';
import type { ReadCalls } from '../../src/keys/key-slots.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { Clock } from '../../src/time.ts';
import { byCustomer } from '../support/change-requests.ts';
import { plans } from '../support/settings.ts';

/** Every key has no calls. */
export const noCalls: ReadCalls = async () => 0;

export type NewKey = { readonly key: Key; readonly secret: string };

/** Creates a key and returns it with its secret. */
export async function newKey(
  directory: Directory,
  accountId: string,
  name: string,
  clock: Clock,
  readCalls: ReadCalls = noCalls,
): Promise<NewKey> {
  return withSecret(createKey({ directory, plans, clock, readCalls }, byCustomer(accountId), { name }));
}

/** A key with its new secret; fails for a repetition. */
export async function withSecret(change: Promise<KeyWithSecret>): Promise<NewKey> {
  const { key, secret } = await change;
  if (secret === null) throw new Error('A request without an Idempotency-Key was taken for a repetition.');
  return { key, secret };
}

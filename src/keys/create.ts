import { ulid } from 'ulid';
import type { Account } from '../accounts/account.ts';
import { type Change, changeAccount } from '../accounts/change-account.ts';
import type { Clock } from '../clock.ts';
import { findPlan } from '../plans/plans.ts';
import type { Directory, DirectoryWrite } from '../table/directory.ts';
import { type Creation, creationWrite, findCreation } from './creation.ts';
import { type Key, keyItemKey } from './directory.ts';
import { IdempotencyConflictError, KeyLimitError } from './errors.ts';
import { findKey } from './find.ts';
import { listActiveKeys } from './list.ts';
import { parseName } from './name.ts';
import { newSecret } from './new-secret.ts';

/** A key, and its secret where the key was made now: the only time that it is to be had. */
export type CreatedKey =
  | { readonly key: Key; readonly secret: string; readonly replayed: false }
  | { readonly key: Key; readonly secret: null; readonly replayed: true };

/**
 * Makes a key of an account. With an idempotency key, a repetition within 24 hours makes no second one: it gives the same
 * key as it stands now, without its secret, of which only a hash is kept. Who has lost the secret rotates the key.
 * @throws {KeyNameError} @throws {KeyLimitError}
 * @throws {IdempotencyConflictError} when the idempotency key was used for a key of another name
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export async function createKey(
  directory: Directory,
  accountId: string,
  { name, idempotencyKey }: { name: string; idempotencyKey?: string | undefined },
  clock: Clock,
): Promise<CreatedKey> {
  const parsedName = parseName(name);
  return changeAccount(directory, accountId, async (account): Promise<Change<CreatedKey>> => {
    const at = clock();
    if (idempotencyKey === undefined) return newKey(directory, account, parsedName, at);
    const creation = await findCreation(directory, accountId, idempotencyKey, at);
    if (creation) return replay(directory, accountId, parsedName, creation);
    const { writes, result } = await newKey(directory, account, parsedName, at);
    return { writes: [...writes, creationWrite(result.key, idempotencyKey)], result };
  });
}

/**
 * The account's active key of that name, made if there is none. Two calls at once make one key.
 * @throws {KeyNameError} @throws {KeyLimitError} @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export async function ensureKey(
  directory: Directory,
  accountId: string,
  { name }: { name: string },
  clock: Clock,
): Promise<CreatedKey> {
  const parsedName = parseName(name);
  return changeAccount(directory, accountId, async (account): Promise<Change<CreatedKey>> => {
    const key = (await listActiveKeys(directory, accountId)).find((known) => known.name === parsedName);
    return key ? unchanged(key) : newKey(directory, account, parsedName, clock());
  });
}

const unchanged = (key: Key): Change<CreatedKey> => ({ writes: [], result: { key, secret: null, replayed: true } });

async function replay(directory: Directory, accountId: string, name: string, creation: Creation) {
  if (creation.name !== name) throw new IdempotencyConflictError();
  return unchanged(await findKey(directory, accountId, creation.keyId));
}

async function newKey(directory: Directory, account: Account, name: string, at: number): Promise<Change<CreatedKey>> {
  const { accountId, planId } = account;
  const allowed = findPlan(planId)?.keys ?? 0;
  const active = await listActiveKeys(directory, accountId);
  if (active.length >= allowed) throw new KeyLimitError({ id: planId, keys: allowed });
  const keyId = `key_${ulid(at)}`;
  const { secret, kept, write } = newSecret(account, keyId);
  const key: Key = { keyId, accountId, name, state: 'active', createdAt: at, secrets: [kept] };
  const keyWrite: DirectoryWrite = {
    put: { ...keyItemKey(accountId, keyId), ...key },
    condition: 'attribute_not_exists(pk)',
  };
  return { writes: [keyWrite, write], result: { key, secret, replayed: false } };
}

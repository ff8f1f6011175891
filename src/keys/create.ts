import { ulid } from 'ulid';
import { type Change, changeAccount, nextVersion, type ReadAccount } from '../accounts/change-account.ts';
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
import { type ReadCalls, takeSlot } from './slots.ts';

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
  readCalls: ReadCalls,
): Promise<CreatedKey> {
  const parsedName = parseName(name);
  return changeAccount(directory, accountId, async (account): Promise<Change<CreatedKey>> => {
    const at = clock();
    if (idempotencyKey === undefined) return newKey(account, parsedName, at, readCalls);
    const creation = await findCreation(directory, accountId, idempotencyKey, at);
    if (creation) return replay(directory, accountId, parsedName, creation);
    const change = await newKey(account, parsedName, at, readCalls);
    return { ...change, writes: [...change.writes, creationWrite(change.result.key, idempotencyKey)] };
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
  readCalls: ReadCalls,
): Promise<CreatedKey> {
  const parsedName = parseName(name);
  return changeAccount(directory, accountId, async (account): Promise<Change<CreatedKey>> => {
    const key = (await listActiveKeys(directory, account)).find((known) => known.name === parsedName);
    return key ? unchanged(key) : newKey(account, parsedName, clock(), readCalls);
  });
}

const unchanged = (key: Key): Change<CreatedKey> => ({ writes: [], result: { key, secret: null, replayed: true } });

async function replay(directory: Directory, accountId: string, name: string, creation: Creation) {
  if (creation.name !== name) throw new IdempotencyConflictError();
  return unchanged(await findKey(directory, accountId, creation.keyId));
}

async function newKey(
  account: ReadAccount,
  name: string,
  at: number,
  readCalls: ReadCalls,
): Promise<Change<CreatedKey>> {
  const { accountId, planId, activeKeys, freedSlots: freed } = account;
  const allowed = findPlan(planId)?.keys ?? 0;
  if (activeKeys.ids.length >= allowed) throw new KeyLimitError({ id: planId, keys: allowed });
  const keyId = `key_${ulid(at)}`;
  const slot = { active: activeKeys.ids.length, allowed, freed };
  const { startedWith, freedSlots } = await takeSlot(slot, at, readCalls);
  const { secret, kept, write } = newSecret(account, keyId, startedWith);
  const basics = { keyId, accountId, name, state: 'active' as const, createdAt: at, secrets: [kept] };
  const key: Key = { ...basics, ...(startedWith && { startedWith }) };
  const keyWrite: DirectoryWrite = {
    put: { ...keyItemKey(accountId, keyId), ...key },
    condition: 'attribute_not_exists(pk)',
  };
  const next = nextVersion(account, { keyIds: [...activeKeys.ids, keyId], freedSlots });
  return { account: next, writes: [keyWrite, write], result: { key, secret, replayed: false } };
}

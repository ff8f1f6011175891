import { ulid } from 'ulid';
import { changeAccount, type LoadedAccount, nextVersion, type PlannedChange } from '../directory/change-account.ts';
import { type Key, keyItemKey } from '../directory/directory-items.ts';
import { findKey, listActiveKeys } from '../directory/directory-reads.ts';
import { findPlan, type Plan } from '../plans/plans.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';
import type { Clock } from '../time.ts';
import { creationWrite, findCreation, IdempotencyConflictError, type KeyCreation } from './idempotent-creation.ts';
import { parseKeyName } from './key-name.ts';
import { type ReadCalls, takeSlot } from './key-slots.ts';
import { createSecret } from './secret.ts';

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
  const parsedName = parseKeyName(name);
  return changeAccount(directory, accountId, async (account): Promise<PlannedChange<CreatedKey>> => {
    const at = clock();
    if (idempotencyKey === undefined) return newKey(account, parsedName, at, readCalls);
    const creation = await findCreation(directory, accountId, idempotencyKey, at);
    if (creation) return repeatCreation(directory, accountId, parsedName, creation);
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
  const parsedName = parseKeyName(name);
  return changeAccount(directory, accountId, async (account): Promise<PlannedChange<CreatedKey>> => {
    const key = (await listActiveKeys(directory, account)).find((known) => known.name === parsedName);
    return key ? unchanged(key) : newKey(account, parsedName, clock(), readCalls);
  });
}

const unchanged = (key: Key): PlannedChange<CreatedKey> => ({
  writes: [],
  result: { key, secret: null, replayed: true },
});

async function repeatCreation(directory: Directory, accountId: string, name: string, creation: KeyCreation) {
  if (creation.name !== name) throw new IdempotencyConflictError();
  return unchanged(await findKey(directory, accountId, creation.keyId));
}

async function newKey(
  account: LoadedAccount,
  name: string,
  at: number,
  readCalls: ReadCalls,
): Promise<PlannedChange<CreatedKey>> {
  const { accountId, planId, activeKeys, freedSlots: freed } = account;
  const allowed = findPlan(planId)?.keys ?? 0;
  if (activeKeys.ids.length >= allowed) throw new KeyLimitError({ id: planId, keys: allowed });
  const keyId = `key_${ulid(at)}`;
  const slot = { active: activeKeys.ids.length, allowed, freed };
  const { startedWith, freedSlots } = await takeSlot(slot, at, readCalls);
  const { secret, kept, write } = createSecret(account, keyId, startedWith);
  const basics = { keyId, accountId, name, state: 'active' as const, createdAt: at, secrets: [kept] };
  const key: Key = { ...basics, ...(startedWith && { startedWith }) };
  const keyWrite: DirectoryWrite = {
    put: { ...keyItemKey(accountId, keyId), ...key },
    condition: 'attribute_not_exists(pk)',
  };
  const next = nextVersion(account, { keyIds: [...activeKeys.ids, keyId], freedSlots });
  return { account: next, writes: [keyWrite, write], result: { key, secret, replayed: false } };
}

/** The account holds as many keys as its plan allows. */
export class KeyLimitError extends Error {
  override readonly name = 'KeyLimitError';
  readonly code = 'key_limit_reached';
  /** Keys that the plan allows. */
  readonly allowed: number;

  constructor({ id, keys }: Pick<Plan, 'id' | 'keys'>) {
    super(`The ${id} plan allows ${keys} keys. Revoke one, or change to a larger plan.`);
    this.allowed = keys;
  }
}

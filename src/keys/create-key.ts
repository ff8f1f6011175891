import { ulid } from 'ulid';
import { changeAccount, type LoadedAccount, nextVersion, type PlannedChange } from '../directory/change-account.ts';
import { type Key, keyItemKey } from '../directory/directory-items.ts';
import { findKey, listActiveKeys } from '../directory/directory-reads.ts';
import { NoActivePlanError, type Plan, type Plans } from '../plans.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';
import type { Clock } from '../time.ts';
import { creationWrite, findCreation, IdempotencyConflictError, type KeyCreation } from './idempotent-creation.ts';
import { parseKeyName } from './key-name.ts';
import { type ReadCalls, takeSlot } from './key-slots.ts';
import { createSecret } from './secret.ts';

/** A key; `secret` is set only if the key was created now, since only the secret's hash is stored. */
export type CreatedKey =
  | { readonly key: Key; readonly secret: string; readonly replayed: false }
  | { readonly key: Key; readonly secret: null; readonly replayed: true };

export type KeyCreationDeps = {
  readonly directory: Directory;
  readonly plans: Plans;
  readonly clock: Clock;
  readonly readCalls: ReadCalls;
};

class KeyLimitError extends Error {
  override readonly name = 'KeyLimitError';
  readonly code = 'key_limit_reached';
  readonly allowed: number;

  constructor({ id, keys }: Pick<Plan, 'id' | 'keys'>) {
    super(`The ${id} plan allows ${keys} keys. Revoke a key, or change to a larger plan.`);
    this.allowed = keys;
  }
}

/**
 * Creates a key. With an idempotency key, a repetition within 24 hours creates no second key: it returns the first one in
 * its current state, without the secret.
 * @throws {KeyNameError} @throws {NoActivePlanError} @throws {KeyLimitError} @throws {IdempotencyConflictError}
 * @throws see {@link changeAccount}
 */
export async function createKey(
  deps: KeyCreationDeps,
  accountId: string,
  { name, idempotencyKey }: { name: string; idempotencyKey?: string | undefined },
): Promise<CreatedKey> {
  const { directory, clock } = deps;
  const parsedName = parseKeyName(name);
  return changeAccount(directory, accountId, async (account): Promise<PlannedChange<CreatedKey>> => {
    const at = clock();
    if (idempotencyKey === undefined) return newKey(account, parsedName, at, deps);
    const creation = await findCreation(directory, accountId, idempotencyKey, at);
    if (creation) return repeatCreation(directory, accountId, parsedName, creation);
    const change = await newKey(account, parsedName, at, deps);
    return { ...change, writes: [...change.writes, creationWrite(change.result.key, idempotencyKey)] };
  });
}

/**
 * The account's active key with this name; creates it if there is none. Concurrent calls create one key.
 * @throws {KeyNameError} @throws {NoActivePlanError} @throws {KeyLimitError} @throws see {@link changeAccount}
 */
export async function ensureKey(
  deps: KeyCreationDeps,
  accountId: string,
  { name }: { name: string },
): Promise<CreatedKey> {
  const { directory, clock } = deps;
  const parsedName = parseKeyName(name);
  return changeAccount(directory, accountId, async (account): Promise<PlannedChange<CreatedKey>> => {
    const key = (await listActiveKeys(directory, account)).find((activeKey) => activeKey.name === parsedName);
    return key ? existingKey(key) : newKey(account, parsedName, clock(), deps);
  });
}

const existingKey = (key: Key): PlannedChange<CreatedKey> => ({
  writes: [],
  result: { key, secret: null, replayed: true },
});

async function repeatCreation(directory: Directory, accountId: string, name: string, creation: KeyCreation) {
  if (creation.name !== name) throw new IdempotencyConflictError();
  return existingKey(await findKey(directory, accountId, creation.keyId));
}

async function newKey(
  account: LoadedAccount,
  name: string,
  at: number,
  { plans, readCalls }: KeyCreationDeps,
): Promise<PlannedChange<CreatedKey>> {
  const { accountId, planId, activeKeys, freedSlots: freed } = account;
  const plan = plans.find(planId);
  if (!plan) throw new NoActivePlanError(planId);
  const allowed = plan.keys;
  if (activeKeys.ids.length >= allowed) throw new KeyLimitError(plan);
  const keyId = `key_${ulid(at)}`;
  const { startedWith, freedSlots } = await takeSlot({ active: activeKeys.ids.length, allowed, freed }, at, readCalls);
  const { secret, keyEntry, write } = createSecret(account, keyId, startedWith);
  const attributes = { keyId, accountId, name, state: 'active' as const, createdAt: at, secrets: [keyEntry] };
  const key: Key = { ...attributes, ...(startedWith && { startedWith }) };
  const keyWrite: DirectoryWrite = {
    put: { ...keyItemKey(accountId, keyId), ...key },
    condition: 'attribute_not_exists(pk)',
  };
  const next = nextVersion(account, { keyIds: [...activeKeys.ids, keyId], freedSlots });
  return { account: next, writes: [keyWrite, write], result: { key, secret, replayed: false } };
}

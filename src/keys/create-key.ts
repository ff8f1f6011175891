import { ulid } from 'ulid';
import {
  type ChangeDeps,
  type ChangeRequest,
  changeAccount,
  nextVersion,
  type PlannedChange,
} from '../directory/change-account.ts';
import { type Account, type Key, type KeyWithSecret, keyItemKey } from '../directory/directory-items.ts';
import { findKey, listActiveKeys } from '../directory/directory-reads.ts';
import type { StartedWith } from '../directory/secret-item.ts';
import { errorClass } from '../error-class.ts';
import { activePlan, NoActivePlanError, type Plan, type Plans } from '../plans.ts';
import type { DirectoryWrite } from '../table/directory-table.ts';
import { callsLacking } from './day-quota.ts';
import { parseKeyName } from './key-name.ts';
import { type ReadCalls, takeSlot } from './key-slots.ts';
import { type CreatedSecret, createSecret } from './secret.ts';

export type KeyCreationDeps = ChangeDeps & {
  readonly plans: Plans;
  readonly readCalls: ReadCalls;
  /** The setting `secretPrefix`. Default: its default. */
  readonly secretPrefix?: string;
};

class KeyLimitError extends errorClass('KeyLimitError', 'key_limit_reached') {
  readonly allowed: number;

  constructor({ id, keys }: Pick<Plan, 'id' | 'keys'>, isIntended: boolean) {
    const advice = isIntended
      ? 'Your account is changing to it. Wait until the change is done, or revoke a key.'
      : 'Revoke a key, or change to a larger plan.';
    super(`The ${id} plan allows ${keys} keys. ${advice}`);
    this.allowed = keys;
  }
}

/** @throws {KeyNameError} @throws {NoActivePlanError} @throws {KeyLimitError} @throws see {@link changeAccount} */
export async function createKey(
  deps: KeyCreationDeps,
  request: ChangeRequest,
  { name }: { name: string },
): Promise<KeyWithSecret> {
  const parsedName = parseKeyName(name);
  return changeAccount(deps, request, {
    decide: (account) => newKey(account, parsedName, deps, mintedSecret(account, deps)),
    repeat: async ({ accountId }, { keyId = '' }) => existingKey(await findKey(deps.directory, accountId, keyId)),
  });
}

/**
 * The account's active key with this name; creates it if there is none. Concurrent calls create one key.
 * @throws {KeyNameError} @throws {NoActivePlanError} @throws {KeyLimitError} @throws see {@link changeAccount}
 */
export async function ensureKey(
  deps: KeyCreationDeps,
  request: Omit<ChangeRequest, 'idempotency'>,
  { name }: { name: string },
): Promise<KeyWithSecret> {
  const parsedName = parseKeyName(name);
  return changeAccount(deps, request, {
    decide: async (account) => {
      const key = (await listActiveKeys(deps.directory, account)).find((activeKey) => activeKey.name === parsedName);
      return key ? { result: existingKey(key) } : newKey(account, parsedName, deps, mintedSecret(account, deps));
    },
    // The name already makes it repeatable.
    repeat: () => Promise.reject(new Error('ensureKey takes no Idempotency-Key.')),
  });
}

const existingKey = (key: Key): KeyWithSecret => ({ key, secret: null });

/** Makes the secret of a new key. */
type SecretOfKey<S> = (
  keyId: string,
  startedWith: StartedWith | undefined,
) => Omit<CreatedSecret, 'secret'> & { secret: S };

const mintedSecret =
  (account: Account, { secretPrefix: prefix }: KeyCreationDeps): SecretOfKey<string> =>
  (keyId, startedWith) =>
    createSecret(account, keyId, { startedWith, prefix });

/** Plans a new key in a slot of its account. @throws {NoActivePlanError} @throws {KeyLimitError} */
export async function newKey<S extends string | null>(
  account: Account,
  name: string,
  { plans, readCalls, clock }: KeyCreationDeps,
  secretOf: SecretOfKey<S>,
): Promise<PlannedChange<KeyWithSecret>> {
  const at = clock();
  const { accountId, planId, activeKeys, freedSlots: freed } = account;
  const plan = activePlan(account, plans);
  if (!plan) throw new NoActivePlanError(planId, account.inactive);
  const smallest = smallestPlan(account, plan, plans, at);
  const allowed = plan.keys;
  if (activeKeys.length >= smallest.keys) throw new KeyLimitError(smallest, smallest !== plan);
  const keyId = `key_${ulid(at)}`;
  const lacking = (slot: number) => callsLacking(account, slot, at);
  const slots = { active: activeKeys.length, allowed, freed, lacking };
  const { startedWith, freedSlots } = await takeSlot(slots, at, readCalls);
  const { secret, keyEntry, write } = secretOf(keyId, startedWith);
  const attributes = { keyId, accountId, name, state: 'active' as const, createdAt: at };
  const key: Key = { ...attributes, secrets: [keyEntry], endedSecrets: [], ...(startedWith && { startedWith }) };
  const keyWrite: DirectoryWrite = {
    put: { ...keyItemKey(accountId, keyId), ...key },
    condition: 'attribute_not_exists(pk)',
  };
  const next = nextVersion(account, { keyIds: [...activeKeys, keyId], freedSlots });
  const activity = { action: 'key_created' as const, key };
  return { change: { activity, account: next, writes: [keyWrite, write] }, result: { key, secret } };
}

/** While a change of plan runs, keys have to fit both plans (src/billing/intended-plan.ts). */
function smallestPlan({ billing }: Account, plan: Plan, plans: Plans, at: number): Plan {
  const intended = billing?.intended;
  const next = intended && intended.until > at ? plans.find(intended.planId) : undefined;
  return next && next.keys < plan.keys ? next : plan;
}

import { beforeEach, describe, expect, test } from '@jest/globals';
import { changePlan, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { accountItemKey } from '../../src/directory/directory-items.ts';
import { findAccount, listActiveKeys } from '../../src/directory/directory-reads.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { authorizationOf } from '../keys/authorization.ts';
import { newKey, withSecret } from '../keys/new-key.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { keyNames } from '../support/plans.ts';
import { plans } from '../support/settings.ts';

const { keys: allowed } = plans.free;
const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;

const create = (name = 'a key', by = directory) => newKey(by, 'acme', name, clock);
const change = (planId: string) => changePlan({ directory, plans, clock }, byOperator('acme'), planId);

/** The plan of a request with the secret, or the outcome of its refusal. */
async function planOf(secret: string): Promise<string> {
  const authorization = await authorizationOf(directory, secret, clock);
  return typeof authorization === 'string' ? authorization : authorization.planId;
}

/** The directory; `meanwhile` runs once, between the reads and the writes of a change. */
function interrupted(meanwhile: () => Promise<unknown>): Directory {
  let happened = false;
  return {
    ...directory,
    transact: async (writes) => {
      if (!happened) {
        happened = true;
        await meanwhile();
      }
      await directory.transact(writes);
    },
  };
}

beforeEach(async () => {
  directory = await emptyDirectory();
  await registerAccount({ directory, clock }, { accountId: 'acme', email: 'a@b.example', planId: 'scale' }, customer);
});

describe('changing an account’s plan', () => {
  test('up or down takes effect with the next request of every key', async () => {
    const secrets = [(await create()).secret, (await create()).secret];
    for (const planId of ['business', 'free', 'developer']) {
      const account = await change(planId);
      expect(account).toMatchObject({ accountId: 'acme', planId, state: 'active' });
      expect(await findAccount(directory, 'acme')).toEqual(account);
      expect(await Promise.all(secrets.map(planOf))).toEqual([planId, planId]);
    }
  });

  test('takes effect for both secrets of a key during a grace period', async () => {
    const { key, secret } = await create();
    const rotated = await withSecret(rotateKey({ directory, clock }, byCustomer('acme'), key.keyId, 24));
    await change('business');
    expect([await planOf(secret), await planOf(rotated.secret)]).toEqual(['business', 'business']);
  });

  test('to its current plan changes nothing', async () => {
    const account = await findAccount(directory, 'acme');
    expect(await change('scale')).toEqual(account);
    expect(await findAccount(directory, 'acme')).toEqual(account);
  });

  test('changes neither other accounts nor revoked keys', async () => {
    await registerAccount({ directory, clock }, { accountId: 'rival', email: 'r@b.example', planId: 'free' }, customer);
    const theirs = await newKey(directory, 'rival', 'theirs', clock);
    const { key, secret } = await create();
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    await change('business');
    expect([await planOf(theirs.secret), await planOf(secret)]).toEqual(['free', 'key_revoked']);
  });

  test('leaves a suspended account suspended', async () => {
    const { secret } = await create();
    await suspendAccount({ directory, clock }, byOperator('acme'));
    expect(await change('business')).toMatchObject({ planId: 'business', state: 'suspended' });
    expect(await planOf(secret)).toBe('plan_inactive');
  });

  test('is refused for an unknown plan and for an unknown account', async () => {
    await expect(change('platinum')).rejects.toMatchObject({ name: 'UnknownPlanError', code: 'unknown_plan' });
    await expect(changePlan({ directory, plans, clock }, byOperator('unknown'), 'free')).rejects.toMatchObject({
      code: 'account_not_found',
    });
    expect((await findAccount(directory, 'acme')).planId).toBe('scale');
  });

  test('to a plan with too few keys is refused with the active keys and how many to revoke', async () => {
    const made = [];
    for (const [index, name] of keyNames(allowed + 2).entries()) {
      made.push(await newKey(directory, 'acme', name, () => clock() + index));
    }
    await expect(change('free')).rejects.toMatchObject({
      name: 'TooManyKeysError',
      code: 'too_many_keys',
      message: `The free plan allows ${allowed} keys, but ${allowed + 2} are active. Revoke 2 of them first.`,
      allowed,
      active: allowed + 2,
      keys: made.map(({ key: { keyId, name } }) => ({ keyId, name })),
    });
    expect(await Promise.all(made.map(({ secret }) => planOf(secret)))).toEqual(made.map(() => 'scale'));
    for (const { key } of made.slice(0, 2)) await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    await change('free');
    expect(await planOf(made.at(-1)?.secret ?? '')).toBe('free');
  });

  test('rewrites every key of the largest plan, with two secrets each, in one transaction', async () => {
    const most = Math.max(...plans.all.map(({ keys }) => keys));
    const largest = plans.all.find(({ keys }) => keys === most) ?? plans.free;
    await change(largest.id);
    const made = [];
    for (const name of keyNames(most)) made.push(await create(name));
    // No other plan allows that many keys, so the test pretends that the account's plan was removed before the rotations.
    const account = { key: accountItemKey('acme'), update: 'SET #planId = :planId', names: { '#planId': 'planId' } };
    await directory.update({ ...account, values: { ':planId': 'retired' } });
    const newest: string[] = [];
    for (const { key } of made)
      newest.push((await withSecret(rotateKey({ directory, clock }, byCustomer('acme'), key.keyId, 24))).secret);
    expect(new Set(await Promise.all(newest.map(planOf)))).toEqual(new Set(['plan_inactive']));
    const transactions: number[] = [];
    const { transact } = directory;
    directory.transact = (writes) => {
      transactions.push(writes.length);
      return transact(writes);
    };
    await change(largest.id);
    expect(transactions).toEqual([2 + 2 * most]);
    const secrets = [...newest, ...made.map(({ secret }) => secret)];
    expect(new Set(await Promise.all(secrets.map(planOf)))).toEqual(new Set([largest.id]));
  });
});

describe('a key created while the plan is being changed', () => {
  test.each(Array.from({ length: 8 }, (_, round) => [round]))('has the new plan (round %i)', async () => {
    const before = await create();
    const [, created] = await Promise.all([change('business'), create()]);
    expect([await planOf(before.secret), await planOf(created.secret)]).toEqual(['business', 'business']);
  });

  test('has it if its creation was decided before the change and written after it', async () => {
    const { secret } = await create(
      'late',
      interrupted(() => change('business')),
    );
    expect(await planOf(secret)).toBe('business');
  });

  test('has it if the change had already listed the keys', async () => {
    const made: string[] = [];
    const slow = interrupted(async () => made.push((await create()).secret));
    await changePlan({ directory: slow, plans, clock }, byOperator('acme'), 'business');
    expect(await planOf(made[0] ?? '')).toBe('business');
  });

  test('is refused if the new plan allows no more keys', async () => {
    for (const name of keyNames(allowed)) await create(name);
    const late = create(
      'late',
      interrupted(() => change('free')),
    );
    await expect(late).rejects.toMatchObject({ code: 'key_limit_reached', allowed });
    expect(await listActiveKeys(directory, await findAccount(directory, 'acme'))).toHaveLength(allowed);
  });

  test('refuses the change if it is one key too many for the new plan', async () => {
    for (const name of keyNames(allowed)) await create(name);
    const slow = interrupted(() => create());
    await expect(changePlan({ directory: slow, plans, clock }, byOperator('acme'), 'free')).rejects.toMatchObject({
      code: 'too_many_keys',
      active: allowed + 1,
    });
    expect((await findAccount(directory, 'acme')).planId).toBe('scale');
  });

  test('never leads to more keys than the plan allows', async () => {
    for (const name of keyNames(allowed - 1)) await create(name);
    await Promise.allSettled([create(), change('free'), create(), create()]);
    const { planId } = await findAccount(directory, 'acme');
    const keys = await listActiveKeys(directory, await findAccount(directory, 'acme'));
    expect(planId === 'free' ? keys.length <= allowed : keys.length === allowed + 2).toBe(true);
  });

  test('has the new plan also with a secret from a concurrent rotation', async () => {
    const { key, secret } = await create();
    const slow = interrupted(() => change('business'));
    const rotated = await withSecret(rotateKey({ directory: slow, clock }, byCustomer('acme'), key.keyId, 24));
    expect([await planOf(secret), await planOf(rotated.secret)]).toEqual(['business', 'business']);
  });
});

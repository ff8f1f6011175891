import { beforeEach, describe, expect, test } from '@jest/globals';
import { changeAccountAndSecrets, changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { AccountChanges } from '../../src/directory/change-account.ts';
import { noSubscription } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import type { InactiveReason } from '../../src/plans.ts';
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
let keys: Awaited<ReturnType<typeof newKey>>[];

const deps = () => ({ directory, plans, clock });
const activity = { action: 'plan_ended' as const };
const byBilling = { accountId: 'acme', origin: { by: 'billing' as const } };
const setAccount = (changes: AccountChanges) =>
  changeAccountAndSecrets(deps(), byBilling, async () => ({ changes, activity }));
const endPlan = (planId: string, inactive: InactiveReason) => setAccount({ planId, inactive });
const revoke = (index: number) => revokeKey(deps(), byCustomer('acme'), keys[index]?.key.keyId ?? '');

/** For each key in order: its plan, or why it is refused. */
async function plansOfKeys(): Promise<string[]> {
  const authorizations = await Promise.all(keys.map(({ secret }) => authorizationOf(directory, secret, clock)));
  return authorizations.map((one) => (typeof one === 'string' ? one : one.planId));
}

/** An account with two keys more than the free plan allows. */
beforeEach(async () => {
  directory = await emptyDirectory();
  await registerAccount(deps(), { accountId: 'acme', email: 'a@b.example', planId: 'business' }, customer);
  keys = [];
  for (const name of keyNames(allowed + 2)) keys.push(await newKey(directory, 'acme', name, clock));
});

describe('an account whose plan is not paid', () => {
  beforeEach(() => endPlan('business', 'unpaid'));

  test('keeps its plan’s name, and its keys are refused', async () => {
    expect(await findAccount(directory, 'acme')).toMatchObject({ planId: 'business', inactive: 'unpaid' });
    expect(new Set(await plansOfKeys())).toEqual(new Set(['plan_inactive']));
  });

  test('creates no key, and a rotated key stays refused', async () => {
    await expect(newKey(directory, 'acme', 'new', clock)).rejects.toThrow('is not paid. Pay the open invoice');
    const rotated = await withSecret(rotateKey(deps(), byCustomer('acme'), keys[0]?.key.keyId ?? '', 0));
    expect(await authorizationOf(directory, rotated.secret, clock)).toBe('plan_inactive');
  });

  test('does not get its plan back by revoking keys, or by a resume', async () => {
    for (const index of [0, 1, 2]) await revoke(index);
    await suspendAccount(deps(), byOperator('acme'));
    await resumeAccount(deps(), byOperator('acme'));
    expect((await plansOfKeys()).slice(3)).toEqual(['plan_inactive', 'plan_inactive']);
  });

  test('gets a plan from the operator, also the same one', async () => {
    await changePlan(deps(), byOperator('acme'), 'business');
    expect(new Set(await plansOfKeys())).toEqual(new Set(['business']));
    expect(await findAccount(directory, 'acme')).toMatchObject({ inactive: null });
  });
});

describe('an account with too many keys for its plan', () => {
  beforeEach(() => endPlan('free', 'too_many_keys'));

  test('has its plan again with the revocation after which the keys fit', async () => {
    await revoke(0);
    expect((await plansOfKeys()).slice(1)).toEqual(Array(allowed + 1).fill('plan_inactive'));
    await revoke(1);
    expect((await plansOfKeys()).slice(2)).toEqual(Array(allowed).fill('free'));
    expect(await findAccount(directory, 'acme')).toMatchObject({ planId: 'free', inactive: null });
  });

  test('stays refused while it is suspended, and has its plan after the resume', async () => {
    await suspendAccount(deps(), byOperator('acme'));
    await revoke(0);
    await revoke(1);
    expect((await plansOfKeys()).slice(2)).toEqual(Array(allowed).fill('plan_inactive'));
    await resumeAccount(deps(), byOperator('acme'));
    expect((await plansOfKeys()).slice(2)).toEqual(Array(allowed).fill('free'));
  });

  test('cannot choose the free plan before its keys fit', async () => {
    await expect(changePlan(deps(), byCustomer('acme'), 'free')).rejects.toMatchObject({ code: 'too_many_keys' });
  });
});

test('the plan of a subscribed account is changed neither by the operator nor by the customer', async () => {
  const billing = { ...noSubscription, customerId: 'cus_1', subscriptionId: 'sub_1' };
  await setAccount({ billing });
  for (const request of [byOperator('acme'), byCustomer('acme')]) {
    await expect(changePlan(deps(), request, 'free')).rejects.toMatchObject({ code: 'subscribed' });
  }
  expect(await findAccount(directory, 'acme')).toMatchObject({ planId: 'business', billing });
});

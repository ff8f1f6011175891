import { expect, test } from '@jest/globals';
import { changePlan } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { listKeys } from '../../src/directory/directory-reads.ts';
import { secretItemKey } from '../../src/directory/secret-item.ts';
import { importKey } from '../../src/keys/import-key.ts';
import { hashSecret } from '../../src/keys/secret.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';
import { newKey, noCalls } from './new-key.ts';

const clock = () => Date.UTC(2026, 10, 20, 14, 25);

const foreignKey = (name: string) => ({ name, hash: hashSecret(name), firstCharacters: name.slice(0, 4) });

/** An import whose account changes its plan after the decision, and before it is written. */
async function importDuring(directory: Directory, name: string, planId: string) {
  let isChanged = false;
  const transact: Directory['transact'] = async (writes) => {
    if (!isChanged) {
      isChanged = true;
      await changePlan({ directory, plans, clock }, byOperator('acme'), planId);
    }
    await directory.transact(writes);
  };
  const deps = { directory: { ...directory, transact }, plans, clock, readCalls: noCalls };
  return importKey(deps, byCustomer('acme'), foreignKey(name));
}

test('a key that is imported while its plan changes has the new plan, once', async () => {
  const directory = await emptyDirectory();
  await registerAccount({ directory, clock }, { accountId: 'acme', email: 'a@b.example', planId: 'free' }, customer);
  const { key } = await importDuring(directory, 'first key', 'business');
  expect(await listKeys(directory, 'acme')).toEqual([key]);
  expect(await directory.get(secretItemKey(hashSecret('first key')))).toMatchObject({ planId: 'business' });
});

test('a key for which the new plan has no room is refused, and nothing of it is stored', async () => {
  const directory = await emptyDirectory();
  await registerAccount(
    { directory, clock },
    { accountId: 'acme', email: 'a@b.example', planId: 'business' },
    customer,
  );
  for (let made = 0; made < plans.free.keys; made += 1) await newKey(directory, 'acme', `key ${made}`, clock);
  await expect(importDuring(directory, 'one more', 'free')).rejects.toMatchObject({ code: 'key_limit_reached' });
  expect(await directory.get(secretItemKey(hashSecret('one more')))).toBeUndefined();
  expect(await listKeys(directory, 'acme')).toHaveLength(plans.free.keys);
});

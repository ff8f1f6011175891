import { beforeEach, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { changeAccount, nextVersion } from '../../src/directory/change-account.ts';
import { accountItemKey, type Key, keyItemKey, noSubscription } from '../../src/directory/directory-items.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { Item } from '../../src/table/item-table.ts';
import { newKey } from '../keys/new-key.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { memoryDirectory } from '../support/memory-directory.ts';
import { plans } from '../support/settings.ts';

// The next version of the gateway may add attributes. While it takes over, and after a rollback, this version changes the
// rows that have them, and must not remove them.

const now = Date.UTC(2026, 10, 20, 14);
const clock = () => now;
const accountId = 'acme';

let directory: Directory;
let key: Key;
beforeEach(async () => {
  directory = memoryDirectory();
  await registerAccount({ directory, clock }, { accountId, email: 'a@b.example', planId: 'free' }, customer);
  ({ key } = await newKey(directory, accountId, 'production', clock));
});

/** Sets attributes of a row as the next version would. */
async function set(rowKey: { pk: string; sk: string }, attributes: Item): Promise<void> {
  await directory.put({ ...(await directory.get(rowKey)), ...attributes });
}

test('a rotation keeps what the next version has stored with a key and with its secrets', async () => {
  const row = keyItemKey(accountId, key.keyId);
  const [secret] = key.secrets;
  await set(row, { region: 'eu', secrets: [{ ...secret, lastUsedFrom: '198.51.100.7' }] });
  await rotateKey({ directory, clock }, byCustomer(accountId), key.keyId, 24);
  expect(await directory.get(row)).toMatchObject({
    region: 'eu',
    secrets: [{}, { hash: secret?.hash, lastUsedFrom: '198.51.100.7', graceHours: 24 }],
  });
});

test('a change of the account keeps what the next version has stored with it, its payments and its slots', async () => {
  const row = accountItemKey(accountId);
  const billing = { ...noSubscription, customerId: 'cus_1', checkouts: 1 };
  const freedSlots = [{ keyId: 'key_0', revokedAt: now, network: 'mainnet' }];
  await set(row, { team: 'core', billing: { ...billing, taxId: 'DE1' }, freedSlots });
  await changeAccount({ directory, clock }, byOperator(accountId), {
    decide: async (account) => {
      if (!account.billing) throw new Error('The account pays.');
      const next = nextVersion(account, { billing: { ...account.billing, checkouts: 2 } });
      return { change: { account: next }, result: undefined };
    },
    repeat: async () => undefined,
  });
  await revokeKey({ directory, plans, clock }, byCustomer(accountId), key.keyId);
  expect(await directory.get(row)).toMatchObject({
    team: 'core',
    billing: { ...billing, checkouts: 2, taxId: 'DE1' },
    freedSlots: [freedSlots[0], { keyId: key.keyId }],
  });
});

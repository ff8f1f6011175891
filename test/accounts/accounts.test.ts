import { beforeEach, describe, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';

const now = Date.UTC(2026, 10, 20, 14, 25);
let directory: Directory;

const register = (email: string, planId = plans.free.id, at = now) =>
  registerAccount({ directory, clock: () => at }, { accountId: 'acme', email, planId }, customer);

beforeEach(async () => {
  directory = await emptyDirectory();
});

const account = {
  accountId: 'acme',
  email: 'ann@acme.example',
  planId: 'free',
  state: 'active',
  inactive: null,
  billing: null,
  version: 1,
  createdAt: now,
  activeKeys: [],
  freedSlots: [],
  dayQuota: null,
  deletingSince: null,
  sessionsValidFrom: 0,
  recoveryCodes: [],
};

describe('registering an account', () => {
  test('selects the free plan', async () => {
    expect(await register('ann@acme.example')).toEqual(account);
    expect(await findAccount(directory, 'acme')).toEqual(account);
  });

  test('uses the given plan', async () => {
    expect(await register('ann@acme.example', 'scale')).toEqual({ ...account, planId: 'scale' });
  });

  test('again changes nothing, whatever the other arguments', async () => {
    await register('ann@acme.example');
    expect(await register('bob@acme.example', 'business', now + 1)).toEqual(account);
    expect(await findAccount(directory, 'acme')).toEqual(account);
  });

  test('ten times concurrently creates one account, and all get it', async () => {
    const registered = await Promise.all(
      Array.from({ length: 10 }, (_, index) => register(`${index}@acme.example`, undefined, now + index)),
    );
    const kept = await findAccount(directory, 'acme');
    for (const one of registered) expect(one).toEqual(kept);
  });

  test('rejects if the Directory fails', async () => {
    directory = { ...directory, transact: () => Promise.reject(new Error('down')) };
    await expect(register('ann@acme.example')).rejects.toThrow('down');
  });
});

test('looking up an unknown account throws an error with its id', async () => {
  await expect(findAccount(directory, 'acme')).rejects.toMatchObject({
    name: 'AccountNotFoundError',
    code: 'account_not_found',
    message: 'The account acme does not exist.',
  });
});

import { beforeEach, describe, expect, test } from '@jest/globals';
import { resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { keyItemKey } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { secretItemKey } from '../../src/directory/secret-item.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import { hashSecret } from '../../src/keys/secret.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { newKey, withSecret } from '../keys/new-key.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';

const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;

const register = (accountId: string, planId = plans.free.id) =>
  registerAccount({ directory, clock }, { accountId, email: 'a@b.example', planId }, customer);
const create = (accountId: string, name = 'a key') => newKey(directory, accountId, name, clock);
const planState = async (secret: string) => (await directory.get(secretItemKey(hashSecret(secret))))?.planState;

beforeEach(async () => {
  directory = await emptyDirectory();
  await register('acme');
});

describe('suspending and resuming an account', () => {
  test('refuses all its keys, and lets them work again', async () => {
    const [one, two] = [await create('acme'), await create('acme')];
    const suspended = await suspendAccount({ directory, clock }, byOperator('acme'));
    expect(suspended).toMatchObject({ accountId: 'acme', state: 'suspended' });
    expect(await findAccount(directory, 'acme')).toEqual(suspended);
    expect([await planState(one.secret), await planState(two.secret)]).toEqual(['inactive', 'inactive']);
    const resumed = await resumeAccount({ directory, clock }, byOperator('acme'));
    expect(resumed).toMatchObject({ accountId: 'acme', state: 'active' });
    expect(await findAccount(directory, 'acme')).toEqual(resumed);
    expect([await planState(one.secret), await planState(two.secret)]).toEqual(['active', 'active']);
  });

  test('changes neither other accounts nor the plan', async () => {
    await register('rival');
    const { secret } = await create('rival');
    await suspendAccount({ directory, clock }, byOperator('acme'));
    expect(await planState(secret)).toBe('active');
    expect((await findAccount(directory, 'acme')).planId).toBe('free');
  });

  test('twice has the same effect as once', async () => {
    const { secret } = await create('acme');
    await suspendAccount({ directory, clock }, byOperator('acme'));
    await suspendAccount({ directory, clock }, byOperator('acme'));
    expect(await planState(secret)).toBe('inactive');
    await resumeAccount({ directory, clock }, byOperator('acme'));
    await resumeAccount({ directory, clock }, byOperator('acme'));
    expect(await planState(secret)).toBe('active');
  });

  test('does not revive a revoked key', async () => {
    const { key, secret } = await create('acme');
    await suspendAccount({ directory, clock }, byOperator('acme'));
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    await resumeAccount({ directory, clock }, byOperator('acme'));
    expect(await directory.get(secretItemKey(hashSecret(secret)))).toMatchObject({ state: 'revoked' });
  });

  test('works for an account without keys, and fails for an unknown account', async () => {
    await suspendAccount({ directory, clock }, byOperator('acme'));
    expect((await findAccount(directory, 'acme')).state).toBe('suspended');
    await expect(suspendAccount({ directory, clock }, byOperator('unknown'))).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  test('changes the 20 keys of the largest plan, with two secrets each, in one transaction', async () => {
    await register('large', 'scale');
    const secrets: string[] = [];
    for (let made = 0; made < 20; made += 1) {
      const { key, secret } = await create('large');
      secrets.push(
        secret,
        (await withSecret(rotateKey({ directory, clock }, byCustomer('large'), key.keyId, 24))).secret,
      );
    }
    const transactions: number[] = [];
    const { transact } = directory;
    directory.transact = (writes) => {
      transactions.push(writes.length);
      return transact(writes);
    };
    await suspendAccount({ directory, clock }, byOperator('large'));
    expect(transactions).toEqual([42]);
    expect(new Set(await Promise.all(secrets.map(planState)))).toEqual(new Set(['inactive']));
  });

  test('works for an account with more revoked keys than a transaction can write', async () => {
    const { key, secret } = await create('acme');
    for (let made = 0; made < 110; made += 1) {
      const keyId = `key_0${made}`;
      await directory.put({ ...key, ...keyItemKey('acme', keyId), keyId, state: 'revoked' });
    }
    await suspendAccount({ directory, clock }, byOperator('acme'));
    expect(await planState(secret)).toBe('inactive');
  });
});

describe('a key created while its account is being suspended', () => {
  test.each(Array.from({ length: 8 }, (_, round) => [round]))('cannot be used afterwards (round %i)', async () => {
    await create('acme');
    const [, created] = await Promise.all([suspendAccount({ directory, clock }, byOperator('acme')), create('acme')]);
    expect(await planState(created.secret)).toBe('inactive');
  });

  test('cannot be used if its creation was decided before the suspension and written after it', async () => {
    const { transact } = directory;
    let first = true;
    const slow: Directory = {
      ...directory,
      transact: async (writes) => {
        if (first) {
          first = false;
          await suspendAccount({ directory, clock }, byOperator('acme'));
        }
        await transact(writes);
      },
    };
    const { secret } = await newKey(slow, 'acme', 'late', clock);
    expect(await planState(secret)).toBe('inactive');
  });

  test('cannot be used if the suspension had already listed the keys', async () => {
    const { transact } = directory;
    const made: string[] = [];
    const slow: Directory = {
      ...directory,
      transact: async (writes) => {
        if (made.length === 0) made.push((await create('acme')).secret);
        await transact(writes);
      },
    };
    await suspendAccount({ directory: slow, clock }, byOperator('acme'));
    expect(await planState(made[0] ?? '')).toBe('inactive');
  });

  test('can be used when the account is resumed', async () => {
    await suspendAccount({ directory, clock }, byOperator('acme'));
    const { secret } = await create('acme');
    expect(await planState(secret)).toBe('inactive');
    await resumeAccount({ directory, clock }, byOperator('acme'));
    expect(await planState(secret)).toBe('active');
  });
});

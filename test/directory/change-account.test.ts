import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { changeAccount, nextVersion, type PlannedChange } from '../../src/directory/change-account.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { type Directory, TransactionConflictError } from '../../src/table/directory-table.ts';
import { byCustomer, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';

const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;

beforeEach(async () => {
  directory = await emptyDirectory();
  await registerAccount({ directory, clock }, { accountId: 'acme', email: 'a@b.example', planId: 'free' }, customer);
});

const note = (text: string) => ({ put: { pk: 'ACCOUNT#acme', sk: `NOTE#${text}` } });

const activity = { action: 'plan_changed', before: { planId: 'free' }, after: { planId: 'scale' } } as const;

/** A change that writes a note; its result is the version that it was decided from. */
const noting =
  (text: string) =>
  async ({ version }: Account) => ({ change: { activity, writes: [note(text)] }, result: version });

const change = <T>(
  decide: (account: Account) => Promise<PlannedChange<T>>,
  accountId = 'acme',
  random: () => number = Math.random,
) =>
  changeAccount({ directory, clock, random }, byCustomer(accountId), {
    decide,
    repeat: () => Promise.reject(new Error('not a repetition')),
  });

test('a change is decided again if another change came in between', async () => {
  const versions: number[] = [];
  const result = await change(async (account) => {
    versions.push(account.version);
    if (versions.length === 1) await change(noting('a'));
    return noting(`b${account.version}`)(account);
  });
  expect(versions).toEqual([1, 2]);
  expect(result).toBe(2);
  expect((await findAccount(directory, 'acme')).version).toBe(3);
  const notes = await Array.fromAsync(directory.query('ACCOUNT#acme', 'NOTE#'));
  expect(notes.map(({ sk }) => sk)).toEqual(['NOTE#a', 'NOTE#b2']);
});

test('ten concurrent changes all take effect, one after the other', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, index) => change(noting(`${index}`))));
  expect((await findAccount(directory, 'acme')).version).toBe(11);
  expect(await Array.fromAsync(directory.query('ACCOUNT#acme', 'NOTE#'))).toHaveLength(10);
});

describe('a decision without writes is made again if a change came in between', () => {
  const decided = (decide: (tries: number) => { result: string }) => {
    let tries = 0;
    return change(async () => {
      tries += 1;
      if (tries === 1) await change(noting('a'));
      return decide(tries);
    });
  };

  test('a refusal', async () => {
    const result = decided((tries) => {
      if (tries === 1) throw new Error('no');
      return { result: `try ${tries}` };
    });
    expect(await result).toBe('try 2');
  });

  test('a change without effect', async () => {
    expect(await decided((tries) => ({ result: `try ${tries}` }))).toBe('try 2');
  });

  test('but otherwise a refusal is thrown, and nothing is written', async () => {
    const refusal = change(() => Promise.reject(new Error('no')));
    await expect(refusal).rejects.toThrow('no');
    expect((await findAccount(directory, 'acme')).version).toBe(1);
  });
});

test('a change of the account sets its attributes and raises its version', async () => {
  const result = await change(async (account) => {
    const next = nextVersion(account, { planId: 'scale', state: 'suspended' });
    return { change: { activity, account: next }, result: next };
  });
  expect(result).toMatchObject({ planId: 'scale', state: 'suspended', version: 2 });
  expect(await findAccount(directory, 'acme')).toEqual(result);
});

test('a change that writes nothing does not raise the version', async () => {
  expect(await change(async () => ({ result: 'as it is' }))).toBe('as it is');
  expect((await findAccount(directory, 'acme')).version).toBe(1);
});

test('after ten conflicts a change fails with AccountBusyError', async () => {
  let tries = 0;
  directory = {
    ...directory,
    transact: () => {
      tries += 1;
      return Promise.reject(new TransactionConflictError('The items have changed.'));
    },
  };
  const random = jest.fn(() => 0);
  await expect(change(noting('a'), 'acme', random)).rejects.toMatchObject({
    name: 'AccountBusyError',
    code: 'account_busy',
  });
  expect([tries, random.mock.calls.length]).toEqual([10, 10]);
});

test('other failures are not retried', async () => {
  let tries = 0;
  directory = {
    ...directory,
    transact: () => {
      tries += 1;
      return Promise.reject(new Error('down'));
    },
  };
  await expect(change(noting('a'))).rejects.toThrow('down');
  expect(tries).toBe(1);
});

test('an unknown account cannot be changed', async () => {
  await expect(change(noting('a'), 'unknown')).rejects.toMatchObject({ code: 'account_not_found' });
});

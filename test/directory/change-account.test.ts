import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { changeAccount, nextVersion } from '../../src/directory/change-account.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { type Directory, TransactionConflictError } from '../../src/table/directory-table.ts';
import { emptyDirectory } from '../support/dynamodb.ts';

const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;

beforeEach(async () => {
  directory = await emptyDirectory();
  await registerAccount(directory, { accountId: 'acme', email: 'a@b.example', planId: 'free' }, clock);
});

const note = (text: string) => ({ put: { pk: 'ACCOUNT#acme', sk: `NOTE#${text}` } });

test('a change is decided again if another change came in between', async () => {
  const versions: number[] = [];
  const result = await changeAccount(directory, 'acme', async (account) => {
    versions.push(account.version);
    if (versions.length === 1) await changeAccount(directory, 'acme', async () => ({ writes: [note('a')], result: 0 }));
    return { writes: [note(`b${account.version}`)], result: account.version };
  });
  expect(versions).toEqual([1, 2]);
  expect(result).toBe(2);
  expect((await findAccount(directory, 'acme')).version).toBe(3);
  const notes = await Array.fromAsync(directory.query('ACCOUNT#acme', 'NOTE#'));
  expect(notes.map(({ sk }) => sk)).toEqual(['NOTE#a', 'NOTE#b2']);
});

test('ten concurrent changes all take effect, one after the other', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      changeAccount(directory, 'acme', async () => ({ writes: [note(`${index}`)], result: undefined })),
    ),
  );
  expect((await findAccount(directory, 'acme')).version).toBe(11);
  expect(await Array.fromAsync(directory.query('ACCOUNT#acme', 'NOTE#'))).toHaveLength(10);
});

describe('a decision without writes is made again if a change came in between', () => {
  const decided = (decide: (tries: number) => { writes: []; result: string }) => {
    let tries = 0;
    return changeAccount(directory, 'acme', async () => {
      tries += 1;
      if (tries === 1) await changeAccount(directory, 'acme', async () => ({ writes: [note('a')], result: 0 }));
      return decide(tries);
    });
  };

  test('a refusal', async () => {
    const result = decided((tries) => {
      if (tries === 1) throw new Error('no');
      return { writes: [], result: `try ${tries}` };
    });
    expect(await result).toBe('try 2');
  });

  test('a change without effect', async () => {
    expect(await decided((tries) => ({ writes: [], result: `try ${tries}` }))).toBe('try 2');
  });

  test('but otherwise a refusal is thrown, and nothing is written', async () => {
    const refusal = changeAccount(directory, 'acme', () => Promise.reject(new Error('no')));
    await expect(refusal).rejects.toThrow('no');
    expect((await findAccount(directory, 'acme')).version).toBe(1);
  });
});

test('a change of the account sets its attributes and raises its version', async () => {
  const result = await changeAccount(directory, 'acme', async (account) => {
    const next = nextVersion(account, { planId: 'scale', state: 'suspended' });
    return { account: next, writes: [], result: next };
  });
  expect(result).toMatchObject({ planId: 'scale', state: 'suspended', version: 2 });
  expect(await findAccount(directory, 'acme')).toEqual(result);
});

test('a change that writes nothing does not raise the version', async () => {
  expect(await changeAccount(directory, 'acme', async () => ({ writes: [], result: 'as it is' }))).toBe('as it is');
  expect((await findAccount(directory, 'acme')).version).toBe(1);
});

test('after ten conflicts a change fails with AccountBusyError', async () => {
  let tries = 0;
  directory = {
    ...directory,
    transact: () => {
      tries += 1;
      return Promise.reject(new TransactionConflictError());
    },
  };
  const random = jest.fn(() => 0);
  await expect(
    changeAccount(directory, 'acme', async () => ({ writes: [note('a')], result: undefined }), random),
  ).rejects.toMatchObject({ name: 'AccountBusyError', code: 'account_busy' });
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
  await expect(
    changeAccount(directory, 'acme', async () => ({ writes: [note('a')], result: undefined })),
  ).rejects.toThrow('down');
  expect(tries).toBe(1);
});

test('an unknown account cannot be changed', async () => {
  await expect(changeAccount(directory, 'unknown', async () => ({ writes: [], result: 0 }))).rejects.toMatchObject({
    code: 'account_not_found',
  });
});

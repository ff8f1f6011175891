import { beforeEach, expect, test } from '@jest/globals';
import { findAccount, registerAccount } from '../../src/accounts/accounts.ts';
import { changeAccount } from '../../src/accounts/change-account.ts';
import type { Directory } from '../../src/table/directory.ts';
import { TransactionConflictError } from '../../src/table/transaction.ts';
import { emptyDirectory } from '../support/dynamodb.ts';

const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;

beforeEach(async () => {
  directory = await emptyDirectory();
  await registerAccount(directory, { accountId: 'acme', email: 'a@b.example' }, clock);
});

const note = (text: string) => ({ put: { pk: 'ACCOUNT#acme', sk: `NOTE#${text}` } });

test('a change is decided on what no other change has crossed: it is asked anew when one came between', async () => {
  const seen: number[] = [];
  const result = await changeAccount(directory, 'acme', async (account) => {
    seen.push(account.version);
    if (seen.length === 1) await changeAccount(directory, 'acme', async () => ({ writes: [note('a')], result: 0 }));
    return { writes: [note(`b${account.version}`)], result: account.version };
  });
  expect(seen).toEqual([1, 2]);
  expect(result).toBe(2);
  expect((await findAccount(directory, 'acme')).version).toBe(3);
  const notes = await Array.fromAsync(directory.query('ACCOUNT#acme', 'NOTE#'));
  expect(notes.map(({ sk }) => sk)).toEqual(['NOTE#a', 'NOTE#b2']);
});

test('ten changes at once all take effect, one after the other', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      changeAccount(directory, 'acme', async () => ({ writes: [note(`${index}`)], result: undefined })),
    ),
  );
  expect((await findAccount(directory, 'acme')).version).toBe(11);
  expect(await Array.fromAsync(directory.query('ACCOUNT#acme', 'NOTE#'))).toHaveLength(10);
});

test('a change that writes nothing leaves the version alone', async () => {
  expect(await changeAccount(directory, 'acme', async () => ({ writes: [], result: 'as it is' }))).toBe('as it is');
  expect((await findAccount(directory, 'acme')).version).toBe(1);
});

test('after ten crossings it gives up, with an error that says so', async () => {
  let tries = 0;
  directory = {
    ...directory,
    transact: () => {
      tries += 1;
      return Promise.reject(new TransactionConflictError());
    },
  };
  await expect(
    changeAccount(directory, 'acme', async () => ({ writes: [note('a')], result: undefined })),
  ).rejects.toMatchObject({ name: 'AccountBusyError', code: 'account_busy' });
  expect(tries).toBe(10);
});

test('any other failure is not tried again', async () => {
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

test('an account that there is not cannot be changed', async () => {
  await expect(changeAccount(directory, 'nobody', async () => ({ writes: [], result: 0 }))).rejects.toMatchObject({
    code: 'account_not_found',
  });
});

import { describe, expect, test } from '@jest/globals';
import { type Address, address, lamports } from '@solana/kit';
import { type Account, Accounts } from '../accounts.ts';
import { systemProgram } from './test-chain.ts';

const a = address('83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri');
const b = address('4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi');

function accountsOver() {
  const newest = new Map<Address, Account>();
  const put = (at: Address, amount: bigint, programAddress = systemProgram) =>
    newest.set(at, {
      address: at,
      lamports: lamports(amount),
      data: new Uint8Array(),
      programAddress,
      executable: false,
      space: 0n,
    });
  const accounts = new Accounts({
    account: (at) => newest.get(at),
    ownedBy: (program) => [...newest.values()].filter(({ programAddress }) => programAddress === program),
  });
  return { accounts, put, remove: (at: Address) => newest.delete(at) };
}

describe('accounts at a slot', () => {
  test('are what they were, before and after each change', () => {
    const { accounts, put } = accountsOver();
    accounts.change([a], 10, 0, () => put(a, 1n));
    accounts.change([a], 12, 0, () => put(a, 2n));
    expect([9, 10, 11, 12, 13].map((slot) => accounts.at(a, slot)?.lamports)).toEqual([undefined, 1n, 1n, 2n, 2n]);
  });

  test('are as the last change within a slot left them', () => {
    const { accounts, put } = accountsOver();
    accounts.change([a], 10, 0, () => put(a, 1n));
    accounts.change([a], 10, 0, () => put(a, 2n));
    expect([9, 10].map((slot) => accounts.at(a, slot)?.lamports)).toEqual([undefined, 2n]);
  });

  test('that never changed are what they are now', () => {
    const { accounts, put } = accountsOver();
    put(b, 7n);
    expect(accounts.at(b, 1)?.lamports).toBe(7n);
  });

  test('keep what a finalized slot may ask for when older states are forgotten', () => {
    const { accounts, put } = accountsOver();
    accounts.change([a], 10, 0, () => put(a, 1n));
    accounts.change([a], 20, 15, () => put(a, 2n));
    accounts.change([a], 30, 15, () => put(a, 3n));
    expect([15, 20, 30].map((slot) => accounts.at(a, slot)?.lamports)).toEqual([1n, 2n, 3n]);
  });

  test('belong to the program that owned them then, in order', () => {
    const { accounts, put, remove } = accountsOver();
    put(a, 1n);
    put(b, 1n);
    accounts.change([b], 10, 0, () => remove(b));
    expect(accounts.ownedBy(systemProgram, 9).map((account) => account.address)).toEqual([b, a]);
    expect(accounts.ownedBy(systemProgram, 10).map((account) => account.address)).toEqual([a]);
  });
});

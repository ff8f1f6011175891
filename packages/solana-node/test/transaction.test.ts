import { beforeAll, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner, getTransactionEncoder } from '@solana/kit';
import { isSignedByAll, readTransaction, withBlockhash } from '../transaction.ts';
import { signed, transfer } from './test-chain.ts';

const blockhash = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const otherBlockhash = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri';

// A legacy transfer: one signature counted by a byte, then the header of three bytes, the count of accounts, three
// accounts and the blockhash, the count of instructions, and one with program, two accounts and twelve bytes.
const header = 1 + 64;
const accountCount = header + 3;
const instruction = accountCount + 1 + 4 * 32 + 1;

let wire: Uint8Array;
beforeAll(async () => {
  const [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  const transaction = await signed(payer, blockhash, [transfer(payer.address, payee.address, 1n)], 'legacy');
  wire = new Uint8Array(getTransactionEncoder().encode(transaction));
});

/** The bytes with some replaced, in place of `removed` ones. */
const replaced = (at: number, bytes: readonly number[], removed = bytes.length) =>
  new Uint8Array([...wire.slice(0, at), ...bytes, ...wire.slice(at + removed)]);

describe('reading a transaction', () => {
  test('finds its signature, its blockhash and its signers', () => {
    const transaction = readTransaction(wire);
    expect(transaction.signatures).toEqual([transaction.signature]);
    expect(transaction.message.lifetimeToken).toBe(blockhash);
    expect(isSignedByAll(transaction)).toBe(true);
  });

  test('refuses counts that could be written shorter, and bytes that are left over', () => {
    expect(() => readTransaction(replaced(accountCount, [0x83, 0x00], 1))).toThrow(
      'failed to deserialize VersionedMessage: not canonical',
    );
    expect(() => readTransaction(replaced(0, [0x81, 0x00], 1))).toThrow('failed to deserialize');
    expect(() => readTransaction(replaced(wire.length, [0]))).toThrow(
      'failed to deserialize VersionedMessage: not canonical',
    );
  });

  test('refuses a message that points to what is not there', () => {
    const insane = 'invalid transaction: Transaction failed to sanitize accounts offsets correctly';
    const cases = {
      'a payer that is not written to': replaced(header + 1, [1]),
      'more readonly accounts than there are': replaced(header + 2, [3]),
      'a program that pays': replaced(instruction, [0]),
      'a program that is not there': replaced(instruction, [3]),
      'an account that is not there': replaced(instruction + 2, [3]),
    };
    for (const bytes of Object.values(cases)) expect(() => readTransaction(bytes)).toThrow(insane);
  });

  test('refuses address lookup tables', () => {
    // Version 0 is a byte before the header; the tables are a list at the end: an address and two lists of indexes.
    const table = [1, ...Array<number>(32).fill(7), 1, 0, 0];
    const bytes = new Uint8Array([...wire.slice(0, header), 0x80, ...wire.slice(header), ...table]);
    expect(() => readTransaction(bytes)).toThrow('this node has no address lookup tables');
  });

  test('refuses bytes that end too early', () => {
    for (const length of [0, 1, header, accountCount, instruction, wire.length - 1]) {
      expect(() => readTransaction(wire.slice(0, length))).toThrow(/^failed to deserialize/);
    }
  });
});

describe('another blockhash', () => {
  test('is named instead, and the signatures are wrong then', () => {
    const changed = withBlockhash(readTransaction(wire), otherBlockhash);
    expect(changed.message.lifetimeToken).toBe(otherBlockhash);
    expect(isSignedByAll(changed)).toBe(false);
  });
});

import { describe, expect, test } from '@jest/globals';
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase58Decoder,
  getTransactionEncoder,
  type KeyPairSigner,
  lamports,
  type Nonce,
  pipe,
  type Transaction as SignedTransaction,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { isWritable } from '../account-keys.ts';
import type { Account } from '../accounts.ts';
import { SolanaNode } from '../node.ts';
import { slotMilliseconds } from '../slots.ts';
import { readTransaction } from '../transaction.ts';
import { signed, systemProgram, transfer } from './test-chain.ts';

const toBytes = getAddressEncoder();
const recentBlockhashes = address('SysvarRecentB1ockHashes11111111111111111111');
const rent = address('SysvarRent111111111111111111111111111111111');

const read = (transaction: SignedTransaction) =>
  readTransaction(new Uint8Array(getTransactionEncoder().encode(transaction)));

function startNode() {
  let now = Date.UTC(2026, 0, 1);
  const node = new SolanaNode('devnet', () => now);
  node.advance();
  const balanceOf = (at: Address) => node.accounts.at(at, node.slots.at('processed'))?.lamports ?? 0n;
  const put = (
    at: Address,
    amount: bigint,
    programAddress: Address = systemProgram,
    data: Uint8Array = new Uint8Array(),
  ) =>
    node.machine.put({
      address: at,
      lamports: lamports(amount),
      data,
      programAddress,
      executable: false,
      space: BigInt(data.length),
    });
  const advance = (slots: number) => {
    now += slots * slotMilliseconds;
    node.advance();
  };
  return { node, balanceOf, put, advance, newest: () => node.blockhashes.of(node.slots.at('processed')) };
}

/** A lookup table that never ends, as the address lookup table program keeps it. */
function lookupTable(addresses: readonly Address[]): Uint8Array {
  const header = Buffer.alloc(56);
  header.writeUInt32LE(1, 0);
  header.writeBigUInt64LE(2n ** 64n - 1n, 4);
  return new Uint8Array(Buffer.concat([header, ...addresses.map((entry) => Buffer.from(toBytes.encode(entry)))]));
}

describe('a transaction whose accounts come from an address lookup table', () => {
  const table = address('4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi');

  async function throughTable(payer: KeyPairSigner, payee: Address, recent: string) {
    return signTransactionMessageWithSigners(
      compressTransactionMessageUsingAddressLookupTables(
        pipe(
          createTransactionMessage({ version: 0 }),
          (message) => setTransactionMessageFeePayerSigner(payer, message),
          (message) =>
            setTransactionMessageLifetimeUsingBlockhash(
              { blockhash: blockhash(recent), lastValidBlockHeight: 0n },
              message,
            ),
          (message) => appendTransactionMessageInstruction(transfer(payer.address, payee, 1_000_000n), message),
        ),
        { [table]: [rent, payee] },
      ),
    );
  }

  test('lands, names them, and knows which of them it may write', async () => {
    const { node, balanceOf, put, advance, newest } = startNode();
    const [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
    put(payer.address, 1_000_000_000n);
    put(table, 10_000_000n, address('AddressLookupTab1e1111111111111111111111111'), lookupTable([rent, payee.address]));
    advance(1);
    const transaction = read(await throughTable(payer, payee.address, newest()));
    node.ledger.send(transaction);
    expect(balanceOf(payee.address)).toBe(1_000_000n);
    const landed = node.ledger.find(transaction.signature);
    expect(landed?.keys.loaded).toEqual({ writable: [payee.address], readonly: [] });
    expect(landed?.keys.all).toEqual([payer.address, systemProgram, payee.address]);
    expect(landed && [0, 1, 2].map((index) => isWritable(transaction.message, landed.keys, index))).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('is refused where the table does not exist or is too short', async () => {
    const { node, put, newest } = startNode();
    const [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
    const transaction = read(await throughTable(payer, payee.address, newest()));
    expect(() => node.ledger.keysOf(transaction)).toThrow(
      "invalid transaction: Transaction loads an address table account that doesn't exist",
    );
    put(table, 10_000_000n, address('AddressLookupTab1e1111111111111111111111111'), lookupTable([rent]));
    expect(() => node.ledger.keysOf(transaction)).toThrow(
      'invalid transaction: Transaction address table lookup uses an invalid index',
    );
  });
});

describe('a transaction with a durable nonce', () => {
  const nonceLength = 80n;

  /** Creates the nonce's account and the nonce in it. */
  function createNonce(payer: KeyPairSigner, account: KeyPairSigner) {
    const create = Buffer.alloc(52);
    create.writeBigUInt64LE(1_447_680n, 4);
    create.writeBigUInt64LE(nonceLength, 12);
    const initialize = Buffer.concat([Buffer.from([6, 0, 0, 0]), Buffer.from(toBytes.encode(payer.address))]);
    const both = [payer, account].map((signer) => ({
      address: signer.address,
      role: AccountRole.WRITABLE_SIGNER as const,
      signer,
    }));
    return [
      { programAddress: systemProgram, accounts: both, data: new Uint8Array(create) },
      {
        programAddress: systemProgram,
        accounts: [
          { address: account.address, role: AccountRole.WRITABLE as const },
          { address: recentBlockhashes, role: AccountRole.READONLY as const },
          { address: rent, role: AccountRole.READONLY as const },
        ],
        data: new Uint8Array(initialize),
      },
    ];
  }

  const underNonce = (payer: KeyPairSigner, account: Address, value: Nonce, payee: Address) =>
    signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(payer, message),
        (message) =>
          setTransactionMessageLifetimeUsingDurableNonce(
            { nonce: value, nonceAccountAddress: account, nonceAuthorityAddress: payer.address },
            message,
          ),
        (message) => appendTransactionMessageInstruction(transfer(payer.address, payee, 1_000_000n), message),
      ),
    );

  test('lands long after, once', async () => {
    const { node, balanceOf, put, advance, newest } = startNode();
    const [payer, payee, account] = await Promise.all([
      generateKeyPairSigner(),
      generateKeyPairSigner(),
      generateKeyPairSigner(),
    ]);
    put(payer.address, 1_000_000_000n);
    node.ledger.send(read(await signed(payer, newest(), createNonce(payer, account))));
    const nonceIn = (data: Account['data'] = new Uint8Array()) =>
      getBase58Decoder().decode(data.slice(40, 72)) as Nonce;
    const value = nonceIn(node.machine.account(account.address)?.data);
    advance(1_000);
    const transaction = read(await underNonce(payer, account.address, value, payee.address));
    expect(node.ledger.simulate(transaction).error).toBeUndefined();
    node.ledger.send(transaction);
    expect(balanceOf(payee.address)).toBe(1_000_000n);
    advance(1);
    expect(node.ledger.simulate(transaction).error?.json).toBe('BlockhashNotFound');
    node.ledger.send(transaction);
    expect(balanceOf(payee.address)).toBe(1_000_000n);
    const next = nonceIn(node.machine.account(account.address)?.data);
    expect(next).not.toBe(value);
    node.ledger.send(read(await underNonce(payer, account.address, next, payee.address)));
    expect(balanceOf(payee.address)).toBe(2_000_000n);
  });
});

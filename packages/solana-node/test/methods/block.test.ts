import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import * as v from 'valibot';
import { startTestChain, type TestChain, transfer, wire } from '../test-chain.ts';

let chain: TestChain;
let payer: KeyPairSigner;
let payee: KeyPairSigner;
beforeEach(async () => {
  chain = await startTestChain();
  [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await chain.fund(payer.address, 1_000_000_000n);
});
afterEach(() => chain.stop());

// What getTransaction and getBlock tell of a transaction alike, and the hash of a block.
const told = v.object({ meta: v.unknown(), transaction: v.unknown(), version: v.unknown() });
const hashed = v.object({ blockhash: v.string() });

const confirmed = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
const newestSlot = async () => Number(await chain.result('getSlot', { commitment: 'processed' }));

/** A block that is confirmed and has these transfers. */
async function blockOf(...versions: readonly ('legacy' | 0)[]) {
  const slot = await newestSlot();
  const sent: unknown[] = [];
  for (const [index, version] of versions.entries()) {
    const amount = 1_000_000n + BigInt(index);
    const transaction = await wire(chain, payer, [transfer(payer.address, payee.address, amount)], version);
    sent.push(await chain.result('sendTransaction', transaction, { encoding: 'base64' }));
  }
  chain.advance(1);
  return { slot, sent };
}

describe('getBlock', () => {
  test('tells a block, linked to the one before, with its transactions in their order', async () => {
    const { slot, sent } = await blockOf(0, 'legacy');
    const block = await chain.result('getBlock', slot, confirmed);
    expect(block).toEqual({
      blockHeight: slot,
      blockTime: await chain.result('getBlockTime', slot),
      blockhash: expect.any(String),
      parentSlot: slot - 1,
      previousBlockhash: expect.any(String),
      rewards: [],
      transactions: [
        { meta: expect.anything(), transaction: expect.anything(), version: 0 },
        { meta: expect.anything(), transaction: expect.anything(), version: 'legacy' },
      ],
    });
    expect(block).toMatchObject({
      transactions: sent.map((signature) => ({ transaction: { signatures: [signature] } })),
    });
    const before = await chain.result('getBlock', slot - 1, { transactionDetails: 'none', ...confirmed });
    expect(block).toMatchObject({ previousBlockhash: v.parse(hashed, before).blockhash });
  });

  test('tells a transaction as getTransaction does', async () => {
    const { slot, sent } = await blockOf(0);
    const transaction = v.parse(told, await chain.result('getTransaction', sent[0], confirmed));
    expect(await chain.result('getBlock', slot, confirmed)).toMatchObject({ transactions: [transaction] });
  });

  test('tells as much of the transactions as it is asked for', async () => {
    const { slot, sent } = await blockOf(0);
    const details = (transactionDetails: string) =>
      chain.result('getBlock', slot, { ...confirmed, transactionDetails });
    expect(await details('signatures')).toMatchObject({ signatures: sent });
    expect(await details('signatures')).not.toHaveProperty('transactions');
    expect(await details('none')).not.toHaveProperty('transactions');
    expect(await details('none')).not.toHaveProperty('signatures');
  });

  test('leaves rewards out where they are not wanted', async () => {
    const { slot } = await blockOf(0);
    const without = (config: object) => chain.result('getBlock', slot, { ...confirmed, ...config, rewards: false });
    expect(await without({})).not.toHaveProperty('rewards');
    expect(await without({})).toMatchObject({ transactions: [{ meta: { rewards: null } }] });
  });

  test('is there from the commitment on that is asked for', async () => {
    const slot = await newestSlot();
    const missing = { error: { code: -32004, message: `Block not available for slot ${slot}` } };
    expect(await chain.call('getBlock', slot, confirmed)).toEqual(missing);
    chain.advance(1);
    expect(await chain.result('getBlock', slot, confirmed)).toMatchObject({ blockHeight: slot });
    expect(await chain.call('getBlock', slot)).toEqual(missing);
    chain.advance(31);
    expect(await chain.result('getBlock', slot)).toMatchObject({ blockHeight: slot });
  });

  test('is refused for a slot before the ledger', async () => {
    const first = Number(await chain.result('getFirstAvailableBlock'));
    expect(await chain.result('getBlock', first)).toMatchObject({ blockHeight: first });
    expect(await chain.call('getBlock', first - 1)).toEqual({
      error: {
        code: -32001,
        message: `Block ${first - 1} cleaned up, does not exist on node. First available block: ${first}`,
      },
    });
  });

  test('is refused for a transaction of a version the client does not know, unless it is not told', async () => {
    const { slot } = await blockOf(0);
    const call = (transactionDetails: string) =>
      chain.call('getBlock', slot, { commitment: 'confirmed', transactionDetails });
    expect((await call('full')).error?.code).toBe(-32015);
    expect((await call('signatures')).error).toBeUndefined();
    expect((await call('none')).error).toBeUndefined();
  });

  test('refuses processed, unknown options and what is no slot', async () => {
    const invalid = (message: string) => ({ error: { code: -32602, message } });
    expect(await chain.call('getBlock', 1, { commitment: 'processed' })).toEqual(
      invalid('Method does not support commitment below `confirmed`'),
    );
    for (const config of [
      'json',
      { encoding: 'base64' },
      { transactionDetails: 'some' },
      { maxSupportedTransactionVersion: 256 },
    ]) {
      expect(await chain.call('getBlock', 1, config)).toMatchObject({ error: { code: -32602 } });
    }
    expect(await chain.call('getBlock', 'x')).toEqual(
      invalid('Invalid params: invalid type: string "x", expected u64.'),
    );
    expect(await chain.call('getBlock')).toEqual(invalid('`params` should have at least 1 argument(s)'));
  });
});

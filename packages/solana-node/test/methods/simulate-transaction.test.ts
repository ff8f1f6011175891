import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { bytesOf, newestBlockhash, startTestChain, type TestChain, transfer, wire } from '../test-chain.ts';

let chain: TestChain;
let payer: KeyPairSigner;
let payee: KeyPairSigner;
beforeEach(async () => {
  chain = await startTestChain();
  [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await chain.fund(payer.address, 1_000_000_000n);
});
afterEach(() => chain.stop());

const transferOf = (lamports: bigint) => wire(chain, payer, [transfer(payer.address, payee.address, lamports)]);
const simulate = (transaction: string, config?: object) =>
  chain.call('simulateTransaction', transaction, { encoding: 'base64', commitment: 'processed', ...config });

function unsigned(transaction: string): string {
  const bytes = bytesOf(transaction);
  bytes.fill(0, 1, 65);
  return Buffer.from(bytes).toString('base64');
}

describe('simulateTransaction', () => {
  test('tells what would happen, and nothing happens', async () => {
    expect((await simulate(await transferOf(1_000_000n))).result).toEqual({
      context: { apiVersion: '4.3.0', slot: await chain.result('getSlot', { commitment: 'processed' }) },
      value: {
        accounts: null,
        err: null,
        innerInstructions: null,
        logs: [
          'Program 11111111111111111111111111111111 invoke [1]',
          'Program 11111111111111111111111111111111 success',
        ],
        replacementBlockhash: null,
        returnData: null,
        unitsConsumed: 150,
      },
    });
    const { result } = await chain.call('getBalance', payee.address, { commitment: 'processed' });
    expect(result).toMatchObject({ value: 0 });
  });

  test('tells a failure as its result', async () => {
    expect((await simulate(await transferOf(2_000_000_000n))).result).toMatchObject({
      value: { err: { InstructionError: [0, { Custom: 1 }] }, logs: expect.arrayContaining([expect.any(String)]) },
    });
  });

  test('needs no signature unless it is asked to verify', async () => {
    const transaction = unsigned(await transferOf(1_000_000n));
    expect((await simulate(transaction)).result).toMatchObject({ value: { err: null } });
    expect((await simulate(transaction, { sigVerify: true })).error).toEqual({
      code: -32003,
      message: 'Transaction signature verification failure',
    });
    expect((await simulate(await transferOf(1_000_000n), { sigVerify: true })).result).toMatchObject({
      value: { err: null },
    });
  });

  test('puts the newest blockhash in place of an expired one where asked to', async () => {
    const transaction = await transferOf(1_000_000n);
    chain.advance(151);
    expect((await simulate(transaction)).result).toMatchObject({ value: { err: 'BlockhashNotFound' } });
    const slot = Number(await chain.result('getSlot', { commitment: 'processed' }));
    expect((await simulate(transaction, { replaceRecentBlockhash: true })).result).toMatchObject({
      value: {
        err: null,
        replacementBlockhash: { blockhash: await newestBlockhash(chain), lastValidBlockHeight: slot + 150 },
      },
    });
  });

  test('refuses what does not go together', async () => {
    const transaction = await transferOf(1_000_000n);
    const invalid = (message: string) => ({ error: { code: -32602, message } });
    expect(await simulate(transaction, { sigVerify: true, replaceRecentBlockhash: true })).toEqual(
      invalid('sigVerify may not be used with replaceRecentBlockhash'),
    );
    for (const config of [{ accounts: { addresses: [] } }, { innerInstructions: true }, { encoding: 'json' }]) {
      expect((await simulate(transaction, config)).error?.code).toBe(-32602);
    }
    expect((await simulate(transaction, { innerInstructions: false })).error).toBeUndefined();
    expect((await simulate('AAAA')).error?.code).toBe(-32602);
    expect((await simulate(transaction, { minContextSlot: 2 ** 40 })).error?.code).toBe(-32016);
  });
});

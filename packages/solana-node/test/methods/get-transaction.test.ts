import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { startTestChain, systemProgram, type TestChain, transfer, wire } from '../test-chain.ts';

let chain: TestChain;
let payer: KeyPairSigner;
let payee: KeyPairSigner;
beforeEach(async () => {
  chain = await startTestChain();
  [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await chain.fund(payer.address, 1_000_000_000n);
});
afterEach(() => chain.stop());

const confirmed = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };

async function landed(version: 'legacy' | 0) {
  const transaction = await wire(chain, payer, [transfer(payer.address, payee.address, 1_000_000n)], version);
  return { signature: await chain.result('sendTransaction', transaction, { encoding: 'base64' }) };
}

describe('getTransaction', () => {
  test('tells a transaction and how it went', async () => {
    const slot = await chain.result('getSlot', { commitment: 'processed' });
    const { signature } = await landed(0);
    chain.advance(1);
    expect(await chain.result('getTransaction', signature, confirmed)).toEqual({
      blockTime: Date.UTC(2026, 0, 1) / 1000 + Math.floor(32 * 0.4),
      meta: {
        computeUnitsConsumed: 150,
        err: null,
        fee: 5000,
        innerInstructions: [],
        loadedAddresses: { writable: [], readonly: [] },
        logMessages: [`Program ${systemProgram} invoke [1]`, `Program ${systemProgram} success`],
        postBalances: [998_995_000, 1_000_000, 1],
        postTokenBalances: [],
        preBalances: [1_000_000_000, 0, 1],
        preTokenBalances: [],
        rewards: [],
        status: { Ok: null },
      },
      slot,
      transaction: {
        message: {
          accountKeys: [payer.address, payee.address, systemProgram],
          addressTableLookups: [],
          header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
          instructions: [{ accounts: [0, 1], data: expect.any(String), programIdIndex: 2, stackHeight: 1 }],
          recentBlockhash: expect.any(String),
        },
        signatures: [signature],
      },
      version: 0,
    });
  });

  test('is null until the transaction has the commitment asked for', async () => {
    const { signature } = await landed('legacy');
    expect(await chain.result('getTransaction', signature, confirmed)).toBeNull();
    chain.advance(1);
    expect(await chain.result('getTransaction', signature, confirmed)).not.toBeNull();
    expect(await chain.result('getTransaction', signature)).toBeNull();
    chain.advance(31);
    expect(await chain.result('getTransaction', signature)).not.toBeNull();
    expect(await chain.result('getTransaction', '1'.repeat(64))).toBeNull();
  });

  test('of a version the client does not know is refused, and a legacy one has no version then', async () => {
    const [{ signature }, legacy] = [await landed(0), await landed('legacy')];
    chain.advance(1);
    expect(await chain.call('getTransaction', signature, { commitment: 'confirmed' })).toEqual({
      error: {
        code: -32015,
        message:
          'Transaction version (0) is not supported by the requesting client. Please try the request again with the ' +
          'following configuration parameter: "maxSupportedTransactionVersion": 0',
      },
    });
    const { result } = await chain.call('getTransaction', legacy.signature, { commitment: 'confirmed' });
    expect(result).not.toHaveProperty('version');
  });

  test('refuses processed, other encodings and what is no signature', async () => {
    const invalid = (message: string) => ({ error: { code: -32602, message } });
    const signature = '1'.repeat(64);
    expect(await chain.call('getTransaction', signature, { commitment: 'processed' })).toEqual(
      invalid('Method does not support commitment below `confirmed`'),
    );
    expect(await chain.call('getTransaction', signature, { encoding: 'base64' })).toEqual(
      invalid('Invalid params: unknown variant `base64`, expected one of `json`.'),
    );
    expect(await chain.call('getTransaction', signature, { maxSupportedTransactionVersion: 255 })).toEqual({
      result: null,
    });
    expect(await chain.call('getTransaction', signature, { maxSupportedTransactionVersion: 256 })).toMatchObject({
      error: { code: -32602 },
    });
    expect(await chain.call('getTransaction', 'abc')).toEqual(invalid('Invalid param: WrongSize'));
  });
});

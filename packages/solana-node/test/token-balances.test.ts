import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner } from '@solana/kit';
import { startTestChain, type TestChain } from './test-chain.ts';
import { createMint, mintTo, run, tokenProgram } from './test-tokens.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

const confirmed = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };

async function minting(amount: bigint) {
  const [payer, mint] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await chain.fund(payer.address, 1_000_000_000n);
  const token = { payer, mint, program: tokenProgram, decimals: 2 };
  const signature = await run(chain, token, [...createMint(token), ...(await mintTo(token, payer.address, amount))]);
  chain.advance(1);
  return { payer, mint, signature };
}

describe('a transaction that moves tokens', () => {
  test('is told with its token balances, before and after, and with the instructions its programs called', async () => {
    const { payer, mint, signature } = await minting(150n);
    expect(await chain.result('getTransaction', signature, confirmed)).toMatchObject({
      meta: {
        fee: 10_000,
        preTokenBalances: [],
        postTokenBalances: [
          {
            accountIndex: expect.any(Number),
            mint: mint.address,
            owner: payer.address,
            programId: tokenProgram,
            uiTokenAmount: { amount: '150', decimals: 2, uiAmount: 1.5, uiAmountString: '1.5' },
          },
        ],
        innerInstructions: [
          { index: 2, instructions: expect.arrayContaining([expect.objectContaining({ stackHeight: 2 })]) },
        ],
      },
    });
  });

  test('tells a balance of nothing without a number, as the history of a node does', async () => {
    const { signature } = await minting(0n);
    expect(await chain.result('getTransaction', signature, confirmed)).toMatchObject({
      meta: { postTokenBalances: [{ uiTokenAmount: { amount: '0', uiAmount: null, uiAmountString: '0' } }] },
    });
  });
});

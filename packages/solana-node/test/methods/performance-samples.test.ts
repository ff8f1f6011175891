import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startTestChain, type TestChain } from '../test-chain.ts';

const wallet = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri';
const slotsInMinute = 150;

let chain: TestChain;
beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

const sample = (slot: number, transactions: number) => ({
  numNonVoteTransactions: transactions,
  numSlots: slotsInMinute,
  numTransactions: transactions,
  samplePeriodSecs: 60,
  slot,
});

test('getRecentPerformanceSamples counts the transactions of each whole minute, newest first', async () => {
  const start = Number(await chain.result('getSlot', { commitment: 'processed' }));
  expect(await chain.result('getRecentPerformanceSamples')).toEqual([]);
  await chain.result('requestAirdrop', wallet, 1_000_000_000);
  chain.advance(slotsInMinute);
  await chain.result('requestAirdrop', wallet, 1_000_000_000);
  chain.advance(1);
  await chain.result('requestAirdrop', wallet, 1_000_000_000);
  chain.advance(slotsInMinute);
  const newest = sample(start + 2 * slotsInMinute, 1);
  expect(await chain.result('getRecentPerformanceSamples', 5)).toEqual([newest, sample(start + slotsInMinute, 1)]);
  expect(await chain.result('getRecentPerformanceSamples', 1)).toEqual([newest]);
  expect(await chain.call('getRecentPerformanceSamples', 721)).toEqual({
    error: { code: -32602, message: 'Invalid limit; max 720' },
  });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit';
import * as v from 'valibot';
import { computeBudget, memo, startTestChain, type TestChain, transfer, wire } from './test-chain.ts';

let chain: TestChain;
let payer: KeyPairSigner;
beforeAll(async () => {
  chain = await startTestChain();
  payer = await generateKeyPairSigner();
  await chain.fund(payer.address, 1_000_000_000n);
});
afterAll(() => chain.stop());

const balance = v.object({ value: v.number() });
const landed = v.object({ meta: v.object({ fee: v.number() }) });
const balanceAt = async (commitment: string) =>
  v.parse(balance, await chain.result('getBalance', payer.address, { commitment })).value;
const toSelf = () => transfer(payer.address, payer.address, 1n);

const cases: readonly [fee: number, instructions: () => readonly Instruction[]][] = [
  [5_000, () => [toSelf()]],
  // 3,000 units for each of two builtin programs, at a lamport each.
  [11_000, () => [computeBudget(3, 1_000_000), toSelf()]],
  // 200,000 more for a program that is not built in.
  [211_000, () => [computeBudget(3, 1_000_000), toSelf(), memo('x')]],
  [5_450, () => [computeBudget(3, 1_000_000), computeBudget(2, 450), toSelf()]],
  // No more than 1,400,000 units, however many are requested; a part of a lamport is a whole one.
  [5_014, () => [computeBudget(3, 10), computeBudget(2, 5_000_000), toSelf()]],
  [5_001, () => [computeBudget(3, 1), computeBudget(2, 1_000), toSelf()]],
];

test.each(cases)('the fee of a transaction is what its payer lost: %d lamports', async (fee, instructions) => {
  const before = await balanceAt('processed');
  const transaction = await wire(chain, payer, instructions());
  const signature = await chain.result('sendTransaction', transaction, { encoding: 'base64' });
  expect(before - (await balanceAt('processed'))).toBe(fee);
  chain.advance(1);
  const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
  expect(v.parse(landed, await chain.result('getTransaction', signature, config)).meta.fee).toBe(fee);
});

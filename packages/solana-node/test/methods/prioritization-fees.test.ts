import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import * as v from 'valibot';
import { computeBudget, startTestChain, type TestChain, transfer, wire } from '../test-chain.ts';

let chain: TestChain;
let payer: KeyPairSigner;
let rich: KeyPairSigner;
beforeEach(async () => {
  chain = await startTestChain();
  [payer, rich] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await chain.fund(payer.address, 1_000_000_000n);
  await chain.fund(rich.address, 1_000_000_000n);
});
afterEach(() => chain.stop());

const nobody = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const answer = v.array(v.strictObject({ prioritizationFee: v.number(), slot: v.number() }));
const fees = async (...params: readonly unknown[]) =>
  v.parse(answer, await chain.result('getRecentPrioritizationFees', ...params));
const lastPrice = async (...addresses: readonly string[]) => (await fees(addresses)).at(-1)?.prioritizationFee;
const newestSlot = async () => Number(await chain.result('getSlot', { commitment: 'processed' }));

async function pay(from: KeyPairSigner, price: number): Promise<void> {
  const { address } = await generateKeyPairSigner();
  const offer = price === 0 ? [] : [computeBudget(3, price)];
  const transaction = await wire(chain, from, [transfer(from.address, address, 1_000_000n), ...offer]);
  expect((await chain.call('sendTransaction', transaction, { encoding: 'base64' })).error).toBeUndefined();
}

describe('getRecentPrioritizationFees', () => {
  test('tells the lowest price of each block with transactions, once it is confirmed', async () => {
    const before = await fees();
    expect(before).toEqual([expect.objectContaining({ prioritizationFee: 0 }), expect.anything()]);
    const slot = await newestSlot();
    await pay(payer, 700);
    await pay(rich, 9_000);
    expect(await fees()).toEqual(before);
    chain.advance(1);
    expect(await fees([])).toEqual([...before, { prioritizationFee: 700, slot }]);
  });

  test('tells the lowest price that the accounts named took', async () => {
    await pay(payer, 700);
    await pay(rich, 9_000);
    chain.advance(1);
    expect(await lastPrice(rich.address)).toBe(9_000);
    expect(await lastPrice(payer.address, rich.address)).toBe(9_000);
    expect(await lastPrice(payer.address)).toBe(700);
    expect(await lastPrice(nobody)).toBe(700);
    await pay(rich, 0);
    chain.advance(1);
    expect(await lastPrice(rich.address)).toBe(0);
  });

  test('does not count accounts that are only read', async () => {
    await pay(payer, 0);
    await pay(rich, 9_000);
    chain.advance(1);
    expect(await lastPrice('ComputeBudget111111111111111111111111111111')).toBe(0);
  });

  test('remembers 150 blocks', async () => {
    const slots: number[] = [];
    for (let block = 0; block < 151; block++) {
      slots.push(await newestSlot());
      await pay(payer, 1);
      chain.advance(1);
    }
    expect(await fees()).toEqual(slots.slice(1).map((slot) => ({ prioritizationFee: 1, slot })));
  });

  test('takes 128 addresses, and nothing else', async () => {
    const call = (...params: readonly unknown[]) => chain.call('getRecentPrioritizationFees', ...params);
    const invalid = (message: string) => ({ error: { code: -32602, message } });
    expect((await call(Array(128).fill(nobody))).error).toBeUndefined();
    expect(await call(Array(129).fill(nobody))).toEqual(invalid('Too many inputs provided; max 128'));
    expect(await call(['abc'])).toEqual(invalid('Invalid param: WrongSize'));
    expect((await call(nobody)).error?.code).toBe(-32602);
  });
});

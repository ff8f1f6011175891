import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newestBlockhash, startTestChain, type TestChain } from '../test-chain.ts';

let chain: TestChain;
beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

const processed = { commitment: 'processed' };
const slotAt = async (commitment?: string) => Number(await chain.result('getSlot', commitment ? { commitment } : null));

describe('slots and heights', () => {
  test('getSlot and getBlockHeight follow the clock, each commitment at its depth', async () => {
    const first = await slotAt('processed');
    chain.advance(40);
    expect(await slotAt('processed')).toBe(first + 40);
    expect(await slotAt('confirmed')).toBe(first + 39);
    expect(await slotAt('finalized')).toBe(first + 8);
    expect(await slotAt()).toBe(first + 8);
    expect(await chain.result('getBlockHeight', processed)).toBe(first + 40);
  });

  test('getSlot waits for no minContextSlot, but says how far it is', async () => {
    const slot = await slotAt('processed');
    expect(await chain.result('getSlot', { ...processed, minContextSlot: slot })).toBe(slot);
    expect(await chain.call('getSlot', { ...processed, minContextSlot: slot + 1 })).toEqual({
      error: { code: -32016, message: 'Minimum context slot has not been reached', data: { contextSlot: slot } },
    });
  });

  test('getEpochInfo places the slot in its epoch', async () => {
    chain.advance(10);
    const slot = await slotAt('processed');
    expect(await chain.result('getEpochInfo', processed)).toEqual({
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / 432_000),
      slotIndex: slot % 432_000,
      slotsInEpoch: 432_000,
      transactionCount: 0,
    });
  });

  test('getEpochSchedule says that every epoch has as many slots as getEpochInfo does', async () => {
    expect(await chain.result('getEpochSchedule')).toEqual({
      slotsPerEpoch: 432_000,
      leaderScheduleSlotOffset: 432_000,
      warmup: false,
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
    });
    expect((await chain.call('getEpochSchedule', 1)).error?.code).toBe(-32602);
  });

  test('getTransactionCount and getEpochInfo count what has the commitment asked for', async () => {
    expect(await chain.result('getTransactionCount')).toBe(0);
    await chain.result('requestAirdrop', '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri', 1_000_000_000);
    expect(await chain.result('getTransactionCount', { commitment: 'processed' })).toBe(1);
    expect(await chain.result('getEpochInfo', { commitment: 'processed' })).toMatchObject({ transactionCount: 1 });
    expect(await chain.result('getTransactionCount')).toBe(0);
    expect(await chain.result('getEpochInfo')).toMatchObject({ transactionCount: 0 });
    chain.advance(32);
    expect(await chain.result('getTransactionCount')).toBe(1);
  });
});

describe('blockhashes', () => {
  test('getLatestBlockhash changes with every slot and says how long it holds', async () => {
    const slot = await slotAt('processed');
    const blockhash = await newestBlockhash(chain);
    expect(await chain.result('getLatestBlockhash', processed)).toEqual({
      context: { apiVersion: '4.3.0', slot },
      value: { blockhash, lastValidBlockHeight: slot + 150 },
    });
    chain.advance(1);
    expect(await newestBlockhash(chain)).not.toBe(blockhash);
    expect(await chain.result('getLatestBlockhash', { commitment: 'confirmed' })).toMatchObject({
      value: { blockhash },
    });
  });

  test('isBlockhashValid holds for 150 slots and no longer', async () => {
    const blockhash = await newestBlockhash(chain);
    const isValid = () => chain.result('isBlockhashValid', blockhash, processed);
    expect(await isValid()).toMatchObject({ value: true });
    expect(await chain.result('isBlockhashValid', blockhash)).toMatchObject({ value: false });
    chain.advance(150);
    expect(await isValid()).toMatchObject({ value: true });
    chain.advance(1);
    expect(await isValid()).toMatchObject({ value: false });
  });

  test('isBlockhashValid refuses what is not a blockhash', async () => {
    const invalid = (message: string) => ({ error: { code: -32602, message } });
    expect(await chain.call('isBlockhashValid', 'abc')).toEqual(invalid('WrongSize'));
    expect(await chain.call('isBlockhashValid', 'O0')).toEqual(invalid('Invalid'));
  });
});

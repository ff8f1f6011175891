import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestChain, type TestChain } from '../test-chain.ts';

let chain: TestChain;
beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

const slotAt = async (commitment: string) => Number(await chain.result('getSlot', { commitment }));

describe('getFirstAvailableBlock and minimumLedgerSlot', () => {
  test('are the slot that was finalized at the start, and stay it', async () => {
    const first = await slotAt('finalized');
    chain.advance(100);
    expect(await chain.result('getFirstAvailableBlock')).toBe(first);
    expect(await chain.result('minimumLedgerSlot')).toBe(first);
  });

  test('refuse parameters', async () => {
    for (const name of ['getFirstAvailableBlock', 'minimumLedgerSlot']) {
      expect((await chain.call(name, 1)).error).toMatchObject({ code: -32602, data: '[1]' });
    }
  });
});

describe('getBlockTime', () => {
  test('is when the slot began, of every slot up to the newest', async () => {
    const [newest, first] = [await slotAt('processed'), Number(await chain.result('getFirstAvailableBlock'))];
    const start = Date.UTC(2026, 0, 1) / 1000;
    expect(await chain.result('getBlockTime', newest)).toBe(start);
    expect(await chain.result('getBlockTime', first)).toBe(Math.floor(start - 32 * 0.4));
    chain.advance(10);
    expect(await chain.result('getBlockTime', newest + 10)).toBe(start + 4);
    expect(await chain.result('getBlockTime', 0)).toBeLessThan(start);
  });

  test('is refused for slots that have no block', async () => {
    const [newest, first] = [await slotAt('processed'), Number(await chain.result('getFirstAvailableBlock'))];
    expect(await chain.call('getBlockTime', newest + 1)).toEqual({
      error: { code: -32004, message: `Block not available for slot ${newest + 1}` },
    });
    expect((await chain.call('getBlockTime', first - 1)).error?.code).toBe(-32001);
    expect((await chain.call('getBlockTime', 2n ** 64n - 1n)).error?.message).toBe(
      'Block not available for slot 18446744073709551615',
    );
    expect((await chain.call('getBlockTime', null)).error?.code).toBe(-32602);
  });
});

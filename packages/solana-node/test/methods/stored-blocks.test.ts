import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { startTestChain, type TestChain } from '../test-chain.ts';

let chain: TestChain;
beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

/** Not each of half a million slots is checked: that takes a second. */
const blocks = v.object({ result: v.custom<unknown[]>(Array.isArray) });
const invalid = (message: string) => ({ error: { code: -32602, message } });
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

describe('getBlocksWithLimit', () => {
  test('tells the slots from one on, at most as many as asked for', async () => {
    const first = Number(await chain.result('getFirstAvailableBlock'));
    const [confirmed, finalized] = [await slotAt('confirmed'), await slotAt('finalized')];
    expect(await chain.result('getBlocksWithLimit', first - 5, 1)).toEqual([first]);
    expect(await chain.result('getBlocksWithLimit', finalized, 3)).toEqual([finalized]);
    expect(await chain.result('getBlocksWithLimit', confirmed - 1, 500_000, { commitment: 'confirmed' })).toEqual([
      confirmed - 1,
      confirmed,
    ]);
    expect(await chain.result('getBlocksWithLimit', finalized + 1, 3)).toEqual([]);
    expect(await chain.result('getBlocksWithLimit', finalized, 0)).toEqual([]);
  });

  test('refuses processed, more than 500,000 slots and a missing limit', async () => {
    expect(await chain.call('getBlocksWithLimit', 1, 2, { commitment: 'processed' })).toEqual(
      invalid('Method does not support commitment below `confirmed`'),
    );
    expect(await chain.call('getBlocksWithLimit', 1, 500_001)).toEqual(invalid('Limit too large; max 500000'));
    expect(await chain.call('getBlocksWithLimit', 1)).toEqual(invalid('`params` should have at least 2 argument(s)'));
  });
});

describe('getBlocks', () => {
  test('tells the slots of a range, its ends included', async () => {
    chain.advance(50);
    const first = Number(await chain.result('getFirstAvailableBlock'));
    expect(await chain.result('getBlocks', first + 3, first + 5)).toEqual([first + 3, first + 4, first + 5]);
    expect(await chain.result('getBlocks', first + 3, first + 3)).toEqual([first + 3]);
    expect(await chain.result('getBlocks', first + 5, first + 3)).toEqual([]);
  });

  test('ends with the newest block of the commitment, and begins with the first block there is', async () => {
    chain.advance(50);
    const first = Number(await chain.result('getFirstAvailableBlock'));
    const [confirmed, finalized] = [await slotAt('confirmed'), await slotAt('finalized')];
    expect(await chain.result('getBlocks', finalized, null, { commitment: 'confirmed' })).toHaveLength(32);
    expect(await chain.result('getBlocks', confirmed - 1, { commitment: 'confirmed' })).toEqual([
      confirmed - 1,
      confirmed,
    ]);
    expect(await chain.result('getBlocks', finalized, finalized + 100)).toEqual([finalized]);
    expect(await chain.result('getBlocks', first - 100, first + 1)).toEqual([first, first + 1]);
    expect(await chain.result('getBlocks', finalized + 1)).toEqual([]);
    expect(await chain.result('getBlocks', 0)).toEqual([]);
  });

  test('takes a range of 500,000 slots and no more', async () => {
    const first = Number(await chain.result('getFirstAvailableBlock'));
    chain.advance(500_001);
    const countBlocks = async (...params: number[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlocks', params });
      return v.parse(blocks, await (await chain.post(body)).json()).result.length;
    };
    expect(await countBlocks(first, first + 500_000)).toBe(500_001);
    const refused = invalid('Slot range too large; max 500000');
    expect(await chain.call('getBlocks', first, first + 500_001)).toEqual(refused);
    // What lies after the newest block does not count.
    expect(await chain.result('getBlocks', first + 500_000, 2 ** 53)).toHaveLength(2);
    expect(await countBlocks(first)).toBe(500_001);
  });

  test('refuses processed, a slot that is not reached, and what is no slot', async () => {
    const slot = await slotAt('finalized');
    expect(await chain.call('getBlocks', 1, 2, { commitment: 'processed' })).toEqual(
      invalid('Method does not support commitment below `confirmed`'),
    );
    expect(await chain.call('getBlocks', 1, { minContextSlot: slot + 1 })).toMatchObject({
      error: { code: -32016, data: { contextSlot: slot } },
    });
    expect(await chain.call('getBlocks', 1, 'x')).toEqual(
      invalid('Invalid params: data did not match any variant of untagged enum RpcBlocksConfigWrapper.'),
    );
    expect(await chain.call('getBlocks', -1)).toEqual(
      invalid('Invalid params: invalid type: integer `-1`, expected u64.'),
    );
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

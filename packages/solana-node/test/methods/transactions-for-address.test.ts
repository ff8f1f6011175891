import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner } from '@solana/kit';
import * as v from 'valibot';
import { startTestChain, type TestChain, transfer, wire } from '../test-chain.ts';

const someone = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri';
const pages = v.object({
  data: v.array(v.looseObject({ signature: v.string(), slot: v.number(), blockTime: v.number() })),
  paginationToken: v.nullable(v.string()),
});

let chain: TestChain;
beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

const invalid = (message: string) => ({ error: { code: -32602, message } });
const confirmed = { commitment: 'confirmed' };

/** Airdrops, the first two in the same slot. */
async function airdrops(count: number): Promise<readonly string[]> {
  const signatures: string[] = [];
  for (let index = 1; index <= count; index++) {
    signatures.push(v.parse(v.string(), await chain.result('requestAirdrop', someone, index * 1_000_000_000)));
    if (index > 1) chain.advance(1);
  }
  return signatures;
}

const page = async (config?: object) =>
  v.parse(pages, await chain.result('getTransactionsForAddress', someone, { ...confirmed, ...config }));

const listed = async (config?: object) => (await page(config)).data.map(({ signature }) => signature);

describe('getTransactionsForAddress', () => {
  test('lists newest first, with the place of each in its block', async () => {
    const [first, second, third] = await airdrops(3);
    const slot = Number(await chain.result('getSlot', confirmed));
    const entry = { blockTime: expect.any(Number), confirmationStatus: 'confirmed', err: null, memo: null };
    expect(await page()).toEqual({
      data: [
        { ...entry, signature: third, slot, transactionIndex: 0 },
        { ...entry, signature: second, slot: slot - 1, transactionIndex: 1 },
        { ...entry, signature: first, slot: slot - 1, transactionIndex: 0 },
      ],
      paginationToken: `${slot - 1}:0`,
    });
    expect(await listed({ commitment: 'finalized' })).toEqual([]);
  });

  test('pages by the token of the page before, or by a signature', async () => {
    const [a, b, c, d] = await airdrops(4);
    const first = await page({ limit: 3 });
    expect(first.data.map(({ signature }) => signature)).toEqual([d, c, b]);
    expect(await listed({ limit: 3, paginationToken: first.paginationToken })).toEqual([a]);
    expect(await listed({ paginationToken: c, sortOrder: 'asc' })).toEqual([d]);
    expect(await page({ paginationToken: a })).toEqual({ data: [], paginationToken: null });
    expect(await listed({ sortOrder: 'asc', limit: 2 })).toEqual([a, b]);
    const last = `${2n ** 64n - 1n}:${2n ** 32n - 1n}`;
    expect(await listed({ paginationToken: last })).toEqual([d, c, b, a]);
    expect(await listed({ paginationToken: last, sortOrder: 'asc' })).toEqual([]);
  });

  test('filters by slot, time and signature', async () => {
    const [a, b, c, d] = await airdrops(4);
    const [newest, second] = (await page()).data;
    const slot = Number(newest?.slot);
    expect(await listed({ filters: { slot: { gte: slot - 1, lt: slot } } })).toEqual([c]);
    expect(await listed({ beforeSlot: slot, untilSlot: slot - 2 })).toEqual([c]);
    expect(await listed({ filters: { slot: { gt: slot } } })).toEqual([]);
    expect(await listed({ filters: { signature: { gt: a, lte: c } } })).toEqual([c, b]);
    expect(await listed({ filters: { signature: { gt: '1'.repeat(64) } } })).toEqual([d, c, b, a]);
    const since = { gte: newest?.blockTime };
    expect(await listed({ filters: { blockTime: since } })).toEqual(
      second?.blockTime === newest?.blockTime ? expect.arrayContaining([c, d]) : [d],
    );
    expect(await listed({ filters: { blockTime: { eq: 1 } } })).toEqual([]);
    expect(await listed({ filters: { blockTime: { gt: -1 } } })).toEqual([d, c, b, a]);
  });

  test('filters by status', async () => {
    const payer = await generateKeyPairSigner();
    await chain.fund(payer.address, 1_000_000_000n);
    const failing = await wire(chain, payer, [transfer(payer.address, payer.address, 10n ** 12n)]);
    const failed = await chain.result('sendTransaction', failing, { encoding: 'base64', skipPreflight: true });
    chain.advance(1);
    const signatures = async (status: string) => {
      const config = { ...confirmed, filters: { status } };
      return v.parse(pages, await chain.result('getTransactionsForAddress', payer.address, config)).data;
    };
    expect(await signatures('failed')).toMatchObject([{ signature: failed, err: { InstructionError: [0, {}] } }]);
    expect(await signatures('succeeded')).toMatchObject([{ err: null }]);
    expect(await signatures('any')).toHaveLength(2);
  });

  test('tells whole transactions as getTransaction does', async () => {
    const [signature] = await airdrops(1);
    chain.advance(1);
    const encoding = { ...confirmed, encoding: 'base64', maxSupportedTransactionVersion: 0 };
    const transaction = await chain.result('getTransaction', signature, encoding);
    const full = { ...encoding, transactionDetails: 'full' };
    expect(await chain.result('getTransactionsForAddress', someone, full)).toEqual({
      data: [{ ...v.parse(v.looseObject({}), transaction), transactionIndex: 0 }],
      paginationToken: expect.any(String),
    });
  });

  test('refuses what contradicts itself, and what this node cannot tell', async () => {
    const list = (config: object) => chain.call('getTransactionsForAddress', someone, config);
    expect(await list({ commitment: 'processed' })).toEqual(
      invalid('Method does not support commitment below `confirmed`'),
    );
    expect(await list({ limit: 0 })).toEqual(invalid('Invalid limit; must be at least 1'));
    expect(await list({ paginationToken: '1'.repeat(64) })).toEqual(invalid('Invalid param: unknown paginationToken'));
    expect(await list({ beforeSlot: 5, filters: { slot: { lte: 4 } } })).toEqual(
      invalid('beforeSlot cannot be combined with filters.slot.lt or lte'),
    );
    expect(await list({ untilSlot: 5, filters: { slot: { gt: 4 } } })).toEqual(
      invalid('untilSlot cannot be combined with filters.slot.gt or gte'),
    );
    expect((await list({ beforeSlot: 0, filters: { slot: { lt: 4 } } })).error?.code).toBe(-32602);
    expect((await list({ untilSlot: 4, filters: { slot: { gte: 0 } } })).error?.code).toBe(-32602);
    expect((await list({ filters: { slot: { eq: 4 } } })).error?.code).toBe(-32602);
    expect((await list({ filters: { signature: { eq: '1'.repeat(64) } } })).error?.code).toBe(-32602);
    expect((await list({ encoding: 'binary' })).error?.code).toBe(-32602);
    expect((await list({ maxSupportedTransactionVersion: 256 })).error?.code).toBe(-32602);
    expect((await list({ paginationToken: `${2n ** 64n}:0` })).error?.code).toBe(-32602);
    expect((await list({ paginationToken: `0:${2n ** 32n}` })).error?.code).toBe(-32602);
    expect(await list({ filters: { tokenAccounts: 'all' } })).toEqual(
      invalid('filters.tokenAccounts is not available on this node'),
    );
    expect(await chain.call('getTransactionsForAddress', 'abc')).toEqual(invalid('Invalid param: WrongSize'));
  });
});

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner } from '@solana/kit';
import * as v from 'valibot';
import { memo, startTestChain, type TestChain, wire } from '../test-chain.ts';

const someone = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri';
const entries = v.array(v.looseObject({ signature: v.string() }));

let chain: TestChain;
beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

async function airdrops(count: number): Promise<readonly string[]> {
  const signatures: string[] = [];
  for (let index = 1; index <= count; index++) {
    signatures.push(v.parse(v.string(), await chain.result('requestAirdrop', someone, index * 1_000_000_000)));
    chain.advance(1);
  }
  return signatures;
}

const listed = async (config?: object) =>
  v
    .parse(entries, await chain.result('getSignaturesForAddress', someone, { commitment: 'confirmed', ...config }))
    .map(({ signature }) => signature);

describe('getSignaturesForAddress', () => {
  test('lists newest first, with slot, time and status', async () => {
    const [first, second] = await airdrops(2);
    const slot = Number(await chain.result('getSlot', { commitment: 'confirmed' }));
    const entry = { blockTime: expect.any(Number), confirmationStatus: 'confirmed', err: null, memo: null };
    expect(await chain.result('getSignaturesForAddress', someone, { commitment: 'confirmed' })).toEqual([
      { ...entry, signature: second, slot },
      { ...entry, signature: first, slot: slot - 1 },
    ]);
  });

  test('lists nothing before it has the commitment asked for', async () => {
    const signatures = await airdrops(1);
    expect(await listed({ commitment: 'finalized' })).toEqual([]);
    chain.advance(31);
    expect(await listed({ commitment: 'finalized' })).toEqual(signatures);
    expect(await chain.result('getSignaturesForAddress', '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi')).toEqual([]);
  });

  test('pages by limit, before and until', async () => {
    const [a, b, c, d] = await airdrops(4);
    expect(await listed({ limit: 2 })).toEqual([d, c]);
    expect(await listed({ limit: 2, before: c })).toEqual([b, a]);
    expect(await listed({ until: b })).toEqual([d, c]);
    expect(await listed({ before: d, until: a })).toEqual([c, b]);
    expect(await listed({ before: a })).toEqual([]);
  });

  test('refuses to begin or end at a transaction that it does not know', async () => {
    await airdrops(1);
    const unknown = '1'.repeat(64);
    const error = { code: -32020, message: `Transaction ${unknown} not found` };
    expect(await chain.call('getSignaturesForAddress', someone, { before: unknown })).toEqual({ error });
    expect(await chain.call('getSignaturesForAddress', someone, { until: unknown })).toEqual({ error });
  });

  test('lists between transactions of other addresses: nothing before one, and all until one', async () => {
    const signatures = await airdrops(1);
    const other = await chain.result('requestAirdrop', '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi', 1_000_000_000);
    expect(await listed({ before: other })).toEqual([]);
    expect(await listed({ until: other })).toEqual(signatures);
  });

  test('tells memos', async () => {
    const payer = await generateKeyPairSigner();
    await chain.fund(payer.address, 1_000_000_000n);
    await chain.result('sendTransaction', await wire(chain, payer, [memo('hello'), memo('é')]), { encoding: 'base64' });
    chain.advance(1);
    const config = { commitment: 'confirmed', limit: 1 };
    expect(await chain.result('getSignaturesForAddress', payer.address, config)).toMatchObject([
      { memo: '[5] hello; [2] é' },
    ]);
  });

  test('refuses processed, wrong limits and what is no address or signature', async () => {
    const list = (config: object) => chain.call('getSignaturesForAddress', someone, config);
    const invalid = (message: string) => ({ error: { code: -32602, message } });
    expect(await list({ commitment: 'processed' })).toEqual(
      invalid('Method does not support commitment below `confirmed`'),
    );
    expect(await list({ limit: 0 })).toEqual(invalid('Invalid limit; max 1000'));
    expect(await list({ limit: 1001 })).toEqual(invalid('Invalid limit; max 1000'));
    expect(await list({ before: 'abc' })).toEqual(invalid('Invalid param: WrongSize'));
    expect(await list({ before: '' })).toEqual(invalid('Invalid param: WrongSize'));
    expect(await list({ until: '0' })).toEqual(invalid('Invalid param: Invalid'));
    expect(await list({ minContextSlot: 2 ** 40 })).toMatchObject({ error: { code: -32016 } });
    expect(await chain.call('getSignaturesForAddress', 'abc')).toEqual(invalid('Invalid param: WrongSize'));
  });
});

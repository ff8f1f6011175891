import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestChain, type TestChain } from '../test-chain.ts';

const someone = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri';
const balance = (chain: TestChain, commitment = 'processed') => chain.result('getBalance', someone, { commitment });

let chain: TestChain;
let mainnet: TestChain;
beforeEach(async () => {
  chain = await startTestChain();
  mainnet = await startTestChain('mainnet');
});
afterEach(() => Promise.all([chain.stop(), mainnet.stop()]));

describe('requestAirdrop', () => {
  test('gives at once, and finally after 32 slots', async () => {
    const signature = await chain.result('requestAirdrop', someone, 1_000_000_000);
    expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
    expect(await balance(chain)).toMatchObject({ value: 1_000_000_000 });
    expect(await balance(chain, 'confirmed')).toMatchObject({ value: 0 });
    chain.advance(1);
    expect(await balance(chain, 'confirmed')).toMatchObject({ value: 1_000_000_000 });
    expect(await balance(chain, 'finalized')).toMatchObject({ value: 0 });
    chain.advance(31);
    expect(await balance(chain, 'finalized')).toMatchObject({ value: 1_000_000_000 });
  });

  test('gives once when asked the same twice within a slot, and again in the next', async () => {
    const first = await chain.result('requestAirdrop', someone, 1_000_000_000);
    expect(await chain.result('requestAirdrop', someone, 1_000_000_000)).toBe(first);
    expect(await balance(chain)).toMatchObject({ value: 1_000_000_000 });
    chain.advance(1);
    expect(await chain.result('requestAirdrop', someone, 1_000_000_000)).not.toBe(first);
    expect(await balance(chain)).toMatchObject({ value: 2_000_000_000 });
  });

  test('gives nothing under a blockhash that is not the chain’s', async () => {
    const recentBlockhash = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
    await chain.result('requestAirdrop', someone, 1_000_000_000, { recentBlockhash });
    expect(await balance(chain)).toMatchObject({ value: 0 });
  });

  test('refuses wrong addresses and amounts', async () => {
    const invalid = (message: string) => ({ error: { code: -32602, message } });
    expect(await chain.call('requestAirdrop', 'abc', 1)).toEqual(invalid('Invalid param: WrongSize'));
    expect(await chain.call('requestAirdrop', '0', 1)).toEqual(invalid('Invalid param: Invalid'));
    expect(await chain.call('requestAirdrop', someone, -1)).toEqual(
      invalid('Invalid params: invalid type: integer `-1`, expected u64.'),
    );
    expect(await chain.call('requestAirdrop', someone, 2n ** 64n)).toEqual(
      invalid('Invalid params: invalid type: integer `18446744073709551616`, expected u64.'),
    );
  });

  test('is refused on mainnet, whatever is asked', async () => {
    const refused = { error: { code: -32600, message: 'Invalid request' } };
    expect(await mainnet.call('requestAirdrop', someone, 1)).toEqual(refused);
    expect(await mainnet.call('requestAirdrop', 'abc', 1)).toEqual(refused);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Address, generateKeyPairSigner } from '@solana/kit';
import { startTestChain, systemProgram, type TestChain } from '../test-chain.ts';
import { accountOf, createMint, mintTo, run, type Token, tokenProgram } from '../test-tokens.ts';

const nobody = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const rentSysvar = 'SysvarRent111111111111111111111111111111111';

let chain: TestChain;
let token: Token;
let holders: readonly Address[];
beforeAll(async () => {
  chain = await startTestChain();
  const [payer, mint] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await chain.fund(payer.address, 10_000_000_000n);
  token = { payer, mint, program: tokenProgram, decimals: 6 };
  await run(chain, token, createMint(token));
  holders = await holdersOf(token, 22);
  chain.advance(32);
});
afterAll(() => chain.stop());

/** Accounts that hold 1, 2, 3 … millionths of a token. */
async function holdersOf(of: Token, count: number): Promise<readonly Address[]> {
  const keys = await Promise.all(Array.from({ length: count }, () => generateKeyPairSigner()));
  for (const [index, { address }] of keys.entries()) {
    await run(chain, of, await mintTo(of, address, BigInt(index + 1)));
  }
  return Promise.all(keys.map(({ address }) => accountOf(of, address)));
}

const invalid = (message: string) => ({ error: { code: -32602, message } });
const context = async (commitment = 'finalized') => ({
  apiVersion: '4.3.0',
  slot: await chain.result('getSlot', { commitment }),
});

describe('getTokenAccountBalance', () => {
  test('tells what an account holds', async () => {
    expect(await chain.result('getTokenAccountBalance', holders[21])).toEqual({
      context: await context(),
      value: { amount: '22', decimals: 6, uiAmount: 0.000022, uiAmountString: '0.000022' },
    });
  });

  test('tells it as of the commitment', async () => {
    const owner = await generateKeyPairSigner();
    const account = await accountOf(token, owner.address);
    await run(chain, token, await mintTo(token, owner.address, 0n));
    expect(await chain.call('getTokenAccountBalance', account)).toEqual(
      invalid('Invalid param: could not find account'),
    );
    expect(await chain.result('getTokenAccountBalance', account, { commitment: 'processed' })).toEqual({
      context: await context('processed'),
      value: { amount: '0', decimals: 6, uiAmount: 0, uiAmountString: '0' },
    });
  });

  test('refuses what holds no tokens', async () => {
    const call = (address: unknown, config?: unknown) => chain.call('getTokenAccountBalance', address, config);
    const none = invalid('Invalid param: not a Token account');
    expect(await call(nobody)).toEqual(invalid('Invalid param: could not find account'));
    expect(await call(rentSysvar)).toEqual(none);
    expect(await call(token.payer.address)).toEqual(none);
    expect(await call(token.mint.address)).toEqual(none);
    expect(await call('abc')).toEqual(invalid('Invalid param: WrongSize'));
    expect((await call(holders[0], { commitment: 'maybe' })).error?.code).toBe(-32602);
    expect(await chain.call('getTokenAccountBalance')).toEqual(invalid('`params` should have at least 1 argument(s)'));
  });
});

describe('getTokenSupply', () => {
  test('is all there is of a token', async () => {
    const supply = (22 * 23) / 2;
    expect(await chain.result('getTokenSupply', token.mint.address)).toEqual({
      context: await context(),
      value: { amount: `${supply}`, decimals: 6, uiAmount: supply / 1e6, uiAmountString: '0.000253' },
    });
  });

  test('refuses what is no mint', async () => {
    const call = (address: unknown) => chain.call('getTokenSupply', address);
    expect(await call(nobody)).toEqual(invalid('Invalid param: could not find account'));
    expect(await call(systemProgram)).toEqual(invalid('Invalid param: not a Token mint'));
    expect(await call(holders[0])).toEqual(invalid('Invalid param: mint could not be unpacked'));
    expect(await call('abc')).toEqual(invalid('Invalid param: WrongSize'));
  });
});

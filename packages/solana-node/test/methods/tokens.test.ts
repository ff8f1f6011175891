import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Address, generateKeyPairSigner } from '@solana/kit';
import * as v from 'valibot';
import { startTestChain, systemProgram, type TestChain } from '../test-chain.ts';
import {
  accountOf,
  approve,
  createMint,
  freeze,
  mintTo,
  run,
  type Token,
  token2022Program,
  tokenProgram,
} from '../test-tokens.ts';

const nobody = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const rentSysvar = 'SysvarRent111111111111111111111111111111111';

let chain: TestChain;
let owner: Address;
let token: Token;
let frozen: Token;
let newer: Token;
let account: Address;
let minting: unknown;
beforeAll(async () => {
  chain = await startTestChain();
  const payer = await generateKeyPairSigner();
  owner = payer.address;
  await chain.fund(owner, 10_000_000_000n);
  token = await tokenOf(tokenProgram);
  frozen = await tokenOf(tokenProgram);
  newer = await tokenOf(token2022Program);
  account = await accountOf(token, owner);
  await run(chain, frozen, [await approve(frozen, systemProgram, 7n), await freeze(frozen, owner)]);
  chain.advance(32);

  async function tokenOf(program: Address): Promise<Token> {
    const created = { payer, mint: await generateKeyPairSigner(), program, decimals: 2 };
    minting = await run(chain, created, [...createMint(created), ...(await mintTo(created, owner, 150n))]);
    return created;
  }
});
afterAll(() => chain.stop());

const told = v.object({ value: v.unknown() });
const held = { amount: '150', decimals: 2, uiAmount: 1.5, uiAmountString: '1.5' };
const invalid = (message: string) => ({ error: { code: -32602, message } });
const base64 = { encoding: 'base64' };
const jsonParsed = { encoding: 'jsonParsed' };
const mintOf = ({ mint }: Token) => ({ mint: mint.address });
const byOwner = (...params: readonly unknown[]) => chain.result('getTokenAccountsByOwner', owner, ...params);
const addresses = (...tokens: readonly Token[]) =>
  Promise.all(tokens.map((of) => accountOf(of, owner))).then((all) => all.toSorted().map((pubkey) => ({ pubkey })));

describe('getTokenAccountsByOwner', () => {
  test('tells the accounts of an owner for a token program, or for a token', async () => {
    expect(await byOwner({ programId: tokenProgram }, base64)).toMatchObject({
      context: { apiVersion: '4.3.0', slot: await chain.result('getSlot') },
      value: await addresses(token, frozen),
    });
    for (const one of [token, newer]) {
      expect(await byOwner(mintOf(one), base64)).toMatchObject({ value: await addresses(one) });
    }
    const nothing = await chain.result('getTokenAccountsByOwner', nobody, mintOf(token), base64);
    expect(nothing).toMatchObject({ value: [] });
  });

  test('writes accounts as getAccountInfo does', async () => {
    for (const config of [base64, jsonParsed, { encoding: 'base58', dataSlice: { offset: 64, length: 8 } }]) {
      const { value } = v.parse(told, await chain.result('getAccountInfo', account, config));
      expect(await byOwner(mintOf(token), config)).toMatchObject({ value: [{ pubkey: account, account: value }] });
    }
  });

  test('parses an account, its delegate and whether it is frozen', async () => {
    const info = { isNative: false, mint: frozen.mint.address, owner, state: 'frozen', tokenAmount: held };
    const delegatedAmount = { amount: '7', decimals: 2, uiAmount: 0.07, uiAmountString: '0.07' };
    const parsed = { type: 'account', info: { ...info, delegate: systemProgram, delegatedAmount } };
    expect(await byOwner(mintOf(frozen), jsonParsed)).toMatchObject({
      value: [{ account: { data: { program: 'spl-token', parsed, space: 165 } } }],
    });
    expect(await byOwner(mintOf(newer), jsonParsed)).toMatchObject({
      value: [{ account: { data: { program: 'spl-token-2022', parsed: { info: { state: 'initialized' } } } } }],
    });
  });

  test('refuses what is no token, no token program, no address, and other filters', async () => {
    const cases: readonly [filter: unknown, message: string][] = [
      [{ mint: nobody }, 'Invalid param: could not find mint'],
      [{ mint: systemProgram }, 'Invalid param: Token mint could not be unpacked'],
      [{ programId: systemProgram }, 'Invalid param: unrecognized Token program id'],
      [{ mint: 'abc' }, 'Invalid param: WrongSize'],
      [{ owner }, 'Invalid params: unknown variant `owner`, expected `mint` or `programId`.'],
      [{}, 'Invalid params: invalid value: map, expected map with a single key.'],
      [5, 'Invalid params: invalid type: integer `5`, expected string or map.'],
    ];
    for (const [filter, message] of cases) {
      expect(await chain.call('getTokenAccountsByOwner', owner, filter)).toEqual(invalid(message));
    }
    const base58 = await chain.call('getTokenAccountsByOwner', owner, mintOf(token));
    expect(base58.error?.message).toContain('please use Base64 encoding');
  });
});

describe('amounts of a token', () => {
  test('are those of an account, and of the whole supply', async () => {
    const context = { apiVersion: '4.3.0', slot: await chain.result('getSlot') };
    expect(await chain.result('getTokenAccountBalance', account)).toEqual({ context, value: held });
    expect(await chain.result('getTokenSupply', token.mint.address)).toEqual({ context, value: held });
  });

  test('are those of the commitment', async () => {
    const { address } = await generateKeyPairSigner();
    const signature = await run(chain, token, await mintTo(token, address, 0n));
    const created = await accountOf(token, address);
    const nothing = { value: { amount: '0', decimals: 2, uiAmount: 0, uiAmountString: '0' } };
    const processed = { commitment: 'processed' };
    expect(await chain.result('getTokenAccountBalance', created, processed)).toMatchObject(nothing);
    expect((await chain.call('getTokenAccountBalance', created)).error?.message).toContain('could not find account');
    chain.advance(1);
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    // In the history of a node the number 0 is null.
    expect(await chain.result('getTransaction', signature, config)).toMatchObject({
      meta: { postTokenBalances: [{ uiTokenAmount: { ...nothing.value, uiAmount: null } }] },
    });
  });

  test('are refused for what holds no tokens, and for what is no mint', async () => {
    const cases: readonly [method: string, address: string, message: string][] = [
      ['getTokenAccountBalance', nobody, 'could not find account'],
      ['getTokenAccountBalance', rentSysvar, 'not a Token account'],
      ['getTokenAccountBalance', token.mint.address, 'not a Token account'],
      ['getTokenAccountBalance', 'abc', 'WrongSize'],
      ['getTokenSupply', nobody, 'could not find account'],
      ['getTokenSupply', systemProgram, 'not a Token mint'],
      ['getTokenSupply', account, 'mint could not be unpacked'],
      ['getTokenSupply', 'abc', 'WrongSize'],
    ];
    for (const [method, address, message] of cases) {
      expect(await chain.call(method, address)).toEqual(invalid(`Invalid param: ${message}`));
    }
  });
});

test('jsonParsed parses a mint', async () => {
  const info = { decimals: 2, freezeAuthority: owner, isInitialized: true, mintAuthority: owner, supply: '150' };
  expect(await chain.result('getMultipleAccounts', [token.mint.address], jsonParsed)).toMatchObject({
    value: [{ data: { program: 'spl-token', parsed: { type: 'mint', info }, space: 82 } }],
  });
});

test('a transaction that moves tokens has the balances before and after, and the instructions of its programs', async () => {
  const { mint, program } = newer;
  expect(await chain.result('getTransaction', minting, { maxSupportedTransactionVersion: 0 })).toMatchObject({
    meta: {
      fee: 10_000,
      preTokenBalances: [],
      postTokenBalances: [{ mint: mint.address, owner, programId: program, uiTokenAmount: held }],
      innerInstructions: [
        { index: 2, instructions: expect.arrayContaining([expect.objectContaining({ stackHeight: 2 })]) },
      ],
    },
  });
});

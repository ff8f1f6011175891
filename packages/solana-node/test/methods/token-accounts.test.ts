import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Address, address, generateKeyPairSigner } from '@solana/kit';
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
const delegate = address('83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri');

let chain: TestChain;
let owner: Address;
let token: Token;
let other: Token;
let newer: Token;
beforeAll(async () => {
  chain = await startTestChain();
  const payer = await generateKeyPairSigner();
  owner = payer.address;
  await chain.fund(owner, 10_000_000_000n);
  token = await tokenOf(tokenProgram);
  other = await tokenOf(tokenProgram);
  newer = await tokenOf(token2022Program);
  await run(chain, token, [await approve(token, delegate, 7n)]);
  await run(chain, newer, [await approve(newer, delegate, 8n)]);
  await run(chain, other, [await freeze(other, owner)]);
  chain.advance(32);

  async function tokenOf(program: Address): Promise<Token> {
    const created = { payer, mint: await generateKeyPairSigner(), program, decimals: 2 };
    await run(chain, created, [...createMint(created), ...(await mintTo(created, owner, 150n))]);
    return created;
  }
});
afterAll(() => chain.stop());

const told = v.object({ value: v.unknown() });
const keyed = v.object({ value: v.array(v.object({ account: v.object({ data: v.unknown() }) })) });

const invalid = (message: string) => ({ error: { code: -32602, message } });
const base64 = { encoding: 'base64' };
const jsonParsed = { encoding: 'jsonParsed' };
const mintOf = ({ mint }: Token) => ({ mint: mint.address });
const addresses = (...tokens: readonly Token[]) =>
  Promise.all(tokens.map((of) => accountOf(of, owner))).then((all) => all.toSorted().map((pubkey) => ({ pubkey })));

describe('getTokenAccountsByOwner', () => {
  const byOwner = (...params: readonly unknown[]) => chain.result('getTokenAccountsByOwner', owner, ...params);

  test('tells the accounts of an owner for a token program', async () => {
    expect(await byOwner({ programId: tokenProgram }, base64)).toMatchObject({
      context: { apiVersion: '4.3.0', slot: await chain.result('getSlot') },
      value: await addresses(token, other),
    });
    expect(await byOwner({ programId: token2022Program }, base64)).toMatchObject({ value: await addresses(newer) });
  });

  test('tells the accounts of an owner for a token', async () => {
    for (const one of [token, other, newer]) {
      expect(await byOwner(mintOf(one), base64)).toMatchObject({ value: await addresses(one) });
    }
    const nothing = await chain.result('getTokenAccountsByOwner', nobody, mintOf(token), base64);
    expect(nothing).toMatchObject({ value: [] });
  });

  test('writes accounts as getAccountInfo does', async () => {
    const pubkey = await accountOf(token, owner);
    const dataSlice = { offset: 64, length: 8 };
    for (const config of [base64, jsonParsed, { ...base64, dataSlice }, { encoding: 'base58', dataSlice }]) {
      const info = await chain.result('getAccountInfo', pubkey, config);
      expect(info).toMatchObject({ value: { owner: tokenProgram, space: 165 } });
      expect(await byOwner(mintOf(token), config)).toEqual({
        context: expect.any(Object),
        value: [{ pubkey, account: v.parse(told, info).value }],
      });
    }
  });

  test('parses an account, its delegate and whether it is frozen', async () => {
    const amount = (units: bigint) => ({
      amount: `${units}`,
      decimals: 2,
      uiAmount: Number(units) / 100,
      uiAmountString: `${Number(units) / 100}`,
    });
    const info = (of: Token) => ({
      isNative: false,
      mint: of.mint.address,
      owner,
      state: 'initialized',
      tokenAmount: amount(150n),
    });
    const parsed = async (of: Token) =>
      v.parse(keyed, await byOwner(mintOf(of), jsonParsed)).value.map(({ account }) => account.data);
    expect(await parsed(token)).toEqual([
      {
        program: 'spl-token',
        parsed: { type: 'account', info: { ...info(token), delegate, delegatedAmount: amount(7n) } },
        space: 165,
      },
    ]);
    expect(await parsed(other)).toEqual([
      { program: 'spl-token', parsed: { type: 'account', info: { ...info(other), state: 'frozen' } }, space: 165 },
    ]);
    expect(await parsed(newer)).toMatchObject([{ program: 'spl-token-2022', parsed: { info: info(newer) } }]);
  });

  test('tells an account from the slot on in which it came to be', async () => {
    const holder = (await generateKeyPairSigner()).address;
    await run(chain, token, await mintTo(token, holder, 1n));
    const at = (commitment: string) =>
      chain.result('getTokenAccountsByOwner', holder, mintOf(token), { ...base64, commitment });
    expect(await at('processed')).toMatchObject({ value: [{ pubkey: await accountOf(token, holder) }] });
    expect(await at('confirmed')).toMatchObject({ value: [] });
  });

  test('refuses accounts in base58, which a node does where no encoding is named', async () => {
    expect((await chain.call('getTokenAccountsByOwner', owner, mintOf(token))).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('please use Base64 encoding'),
    });
  });
});

describe('getTokenAccountsByDelegate', () => {
  const byDelegate = (...params: readonly unknown[]) => chain.result('getTokenAccountsByDelegate', delegate, ...params);

  test('tells the accounts that a delegate may spend from', async () => {
    expect(await byDelegate({ programId: tokenProgram }, base64)).toMatchObject({ value: await addresses(token) });
    expect(await byDelegate(mintOf(newer), jsonParsed)).toMatchObject({
      value: [{ account: { data: { parsed: { info: { delegate, delegatedAmount: { amount: '8' } } } } } }],
    });
    expect(await byDelegate(mintOf(other), base64)).toMatchObject({ value: [] });
    const byOwner = await chain.result('getTokenAccountsByDelegate', owner, { programId: tokenProgram }, base64);
    expect(byOwner).toMatchObject({ value: [] });
  });
});

describe.each(['getTokenAccountsByOwner', 'getTokenAccountsByDelegate'])('%s', (name) => {
  test('refuses what is no token, no token program and no address', async () => {
    const call = (filter: unknown, config?: unknown) => chain.call(name, owner, filter, config);
    expect(await call({ mint: nobody })).toEqual(invalid('Invalid param: could not find mint'));
    expect(await call({ mint: systemProgram })).toEqual(invalid('Invalid param: Token mint could not be unpacked'));
    expect(await call({ programId: systemProgram })).toEqual(invalid('Invalid param: unrecognized Token program id'));
    expect(await call({ mint: 'abc' })).toEqual(invalid('Invalid param: WrongSize'));
    expect(await chain.call(name, 'abc', { mint: nobody })).toEqual(invalid('Invalid param: WrongSize'));
    expect((await call(mintOf(token), { ...base64, minContextSlot: 2 ** 40 })).error?.code).toBe(-32016);
  });

  test('refuses other filters', async () => {
    const call = (filter: unknown) => chain.call(name, owner, filter);
    const single = invalid('Invalid params: invalid value: map, expected map with a single key.');
    expect(await call({ owner })).toEqual(
      invalid('Invalid params: unknown variant `owner`, expected `mint` or `programId`.'),
    );
    expect(await call({})).toEqual(single);
    expect(await call({ ...mintOf(token), programId: tokenProgram })).toEqual(single);
    expect(await call(5)).toEqual(invalid('Invalid params: invalid type: integer `5`, expected string or map.'));
    expect((await call({ mint: 5 })).error?.code).toBe(-32602);
    expect(await chain.call(name, owner)).toEqual(invalid('`params` should have at least 2 argument(s)'));
  });
});

describe('getProgramAccounts', () => {
  test('tells token accounts alone where it is asked to', async () => {
    const config = { ...base64, filters: ['tokenAccountState'] };
    expect(await chain.result('getProgramAccounts', token2022Program, config)).toMatchObject(await addresses(newer));
    expect(await chain.result('getProgramAccounts', tokenProgram, config)).toMatchObject(await addresses(token, other));
  });
});

describe('jsonParsed', () => {
  test('parses a mint', async () => {
    const data = {
      program: 'spl-token',
      parsed: {
        type: 'mint',
        info: { decimals: 2, freezeAuthority: owner, isInitialized: true, mintAuthority: owner, supply: '150' },
      },
      space: 82,
    };
    const pubkey = token.mint.address;
    expect(await chain.result('getMultipleAccounts', [pubkey], jsonParsed)).toMatchObject({ value: [{ data }] });
    expect(await chain.result('getProgramAccounts', tokenProgram, jsonParsed)).toEqual(
      expect.arrayContaining([{ account: expect.objectContaining({ data }), pubkey }]),
    );
  });
});

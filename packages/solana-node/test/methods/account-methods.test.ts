import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { startTestChain, type TestChain } from '../test-chain.ts';

const wallet = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri';
const nobody = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const rentSysvar = 'SysvarRent111111111111111111111111111111111';
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const tokenProgramData = '3gvYRKWyXRR9xKWe1ZjPhLY5ZJRN7KDB4rFZFGoJfFk2';

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
  await chain.result('requestAirdrop', wallet, 9_007_199_254_740_993n);
  chain.advance(32);
});
afterAll(() => chain.stop());

const invalid = (message: string) => ({ error: { code: -32602, message } });
const encoded = v.object({ value: v.object({ data: v.tuple([v.string(), v.string()]) }) });
const dataOf = async (address: string, encoding: string, dataSlice?: { offset: number; length: number }) => {
  const config = dataSlice ? { encoding, dataSlice } : { encoding };
  return v.parse(encoded, await chain.result('getAccountInfo', address, config)).value.data;
};

describe('getBalance', () => {
  test('tells lamports to the last digit, and 0 for an account that does not exist', async () => {
    expect(await chain.result('getBalance', wallet)).toMatchObject({ value: 9_007_199_254_740_993n });
    expect(await chain.result('getBalance', nobody)).toMatchObject({ value: 0 });
  });

  test('refuses what is not an address', async () => {
    expect(await chain.call('getBalance', 'abc')).toEqual(invalid('Invalid param: WrongSize'));
    expect(await chain.call('getBalance', `${wallet}${wallet}`)).toEqual(invalid('Invalid param: WrongSize'));
    expect(await chain.call('getBalance', wallet.replace('8', '0'))).toEqual(invalid('Invalid param: Invalid'));
  });
});

describe('getAccountInfo', () => {
  test('tells an account whole, with its data as a bare string where no encoding is asked for', async () => {
    expect(await chain.result('getAccountInfo', wallet)).toEqual({
      context: { apiVersion: '4.3.0', slot: await chain.result('getSlot') },
      value: {
        data: '',
        executable: false,
        lamports: 9_007_199_254_740_993n,
        owner: '11111111111111111111111111111111',
        rentEpoch: 18_446_744_073_709_551_615n,
        space: 0,
      },
    });
  });

  test('is null for an account that does not exist', async () => {
    expect(await chain.result('getAccountInfo', nobody)).toMatchObject({ value: null });
  });

  test('writes the same data in every encoding, and parses none of it', async () => {
    const [base64, name] = await dataOf(rentSysvar, 'base64');
    expect(name).toBe('base64');
    const bytes = Buffer.from(base64, 'base64');
    expect(bytes).toHaveLength(17);
    expect(await dataOf(rentSysvar, 'jsonParsed')).toEqual([base64, 'base64']);
    const [zstd, zstdName] = await dataOf(rentSysvar, 'base64+zstd');
    expect(zstdName).toBe('base64+zstd');
    expect(zstdDecompressSync(Buffer.from(zstd, 'base64'))).toEqual(bytes);
    expect((await dataOf(rentSysvar, 'base58'))[1]).toBe('base58');
  });

  test('cuts data to the slice asked for, and to nothing beyond its end', async () => {
    const [whole] = await dataOf(rentSysvar, 'base64');
    const [slice] = await dataOf(rentSysvar, 'base64', { offset: 8, length: 4 });
    expect(Buffer.from(slice, 'base64')).toEqual(Buffer.from(whole, 'base64').subarray(8, 12));
    expect((await dataOf(rentSysvar, 'base64', { offset: 100, length: 4 }))[0]).toBe('');
  });

  test('refuses base58 for more than 128 bytes, but takes a slice of them', async () => {
    const message = 'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.';
    const refused = { error: { code: -32600, message } };
    expect(await chain.call('getAccountInfo', tokenProgramData)).toEqual(refused);
    expect(await chain.call('getAccountInfo', tokenProgramData, { encoding: 'base58' })).toEqual(refused);
    expect((await dataOf(tokenProgramData, 'base58', { offset: 0, length: 128 }))[1]).toBe('base58');
  });

  test('refuses an unknown encoding', async () => {
    expect(await chain.call('getAccountInfo', wallet, { encoding: 'hex' })).toEqual(
      invalid(
        'Invalid params: unknown variant `hex`, expected one of `binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`.',
      ),
    );
  });

  test('refuses a slot that is not reached', async () => {
    const answer = await chain.call('getAccountInfo', wallet, { minContextSlot: 2 ** 40 });
    expect(answer.error?.code).toBe(-32016);
  });
});

describe('getMultipleAccounts', () => {
  test('tells each in its place, null where there is none', async () => {
    expect(await chain.result('getMultipleAccounts', [wallet, nobody, tokenProgram])).toMatchObject({
      value: [{ lamports: 9_007_199_254_740_993n, data: ['', 'base64'] }, null, { executable: true }],
    });
  });

  test('refuses more than 100, and any that is not an address', async () => {
    expect(await chain.call('getMultipleAccounts', Array(101).fill(wallet))).toEqual(
      invalid('Too many inputs provided; max 100'),
    );
    expect(await chain.call('getMultipleAccounts', [wallet, 'abc'])).toEqual(invalid('Invalid param: WrongSize'));
    expect(await chain.call('getMultipleAccounts', wallet)).toEqual(
      invalid(`Invalid params: invalid type: string "${wallet}", expected a sequence.`),
    );
  });
});

describe('getProgramAccounts', () => {
  const loader = 'BPFLoaderUpgradeab1e11111111111111111111111';
  const found = (config?: object) => chain.result('getProgramAccounts', loader, { encoding: 'base64', ...config });
  const ofToken = (data: unknown) =>
    expect.arrayContaining([
      { account: expect.objectContaining({ owner: loader, data, space: 36 }), pubkey: tokenProgram },
    ]);

  test('tells all accounts of a program, and the context where asked to', async () => {
    expect(await found()).toEqual(ofToken([expect.any(String), 'base64']));
    expect(await found({ withContext: true })).toEqual({
      context: { apiVersion: '4.3.0', slot: await chain.result('getSlot') },
      value: ofToken([expect.any(String), 'base64']),
    });
    // The accounts of this loader begin with their kind: 2 is a program.
    expect(await found({ dataSlice: { offset: 0, length: 4 } })).toEqual(ofToken(['AgAAAA==', 'base64']));
  });

  test('refuses filters, and what is not an address', async () => {
    expect(await chain.call('getProgramAccounts', loader, { filters: [{ dataSize: 36 }] })).toEqual(
      invalid('Invalid params: this node has no filters.'),
    );
    expect(await found({ filters: [] })).toEqual(await found());
    expect(await chain.call('getProgramAccounts', 'abc')).toEqual(invalid('Invalid param: WrongSize'));
  });
});

describe('getMinimumBalanceForRentExemption', () => {
  test('is what mainnet asks', async () => {
    expect(await chain.result('getMinimumBalanceForRentExemption', 0)).toBe(890_880);
    expect(await chain.result('getMinimumBalanceForRentExemption', 165, { commitment: 'confirmed' })).toBe(2_039_280);
  });

  test('refuses sizes no account can have', async () => {
    const answer = await chain.call('getMinimumBalanceForRentExemption', 10 * 1024 * 1024 + 1);
    expect(answer).toEqual({ error: { code: -32600, message: 'Invalid request' } });
    expect((await chain.call('getMinimumBalanceForRentExemption', 'x')).error?.code).toBe(-32602);
  });
});

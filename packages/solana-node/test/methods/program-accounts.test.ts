import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner, getBase58Decoder } from '@solana/kit';
import * as v from 'valibot';
import { startTestChain, type TestChain } from '../test-chain.ts';

const loader = 'BPFLoaderUpgradeab1e11111111111111111111111';
const system = '11111111111111111111111111111111';
// The accounts of the upgradeable loader begin with their kind: 2 is a program, 3 its code.
const programs = { memcmp: { offset: 0, bytes: getBase58Decoder().decode(new Uint8Array([2, 0, 0, 0])) } };

const answer = v.array(v.object({ pubkey: v.string(), account: v.looseObject({ space: v.number() }) }));

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

const invalid = (message: string) => ({ error: { code: -32602, message } });
const found = async (config?: object, program = loader) =>
  v.parse(answer, await chain.result('getProgramAccounts', program, { encoding: 'base64', ...config }));

describe('getProgramAccounts', () => {
  test('tells all accounts of a program', async () => {
    const all = await found();
    expect(all.map(({ pubkey }) => pubkey)).toContain('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
    expect(all[0]?.account).toMatchObject({ owner: loader, data: [expect.any(String), 'base64'] });
  });

  test('tells those alone that pass every filter', async () => {
    const all = await found();
    const ofSize = await found({ filters: [{ dataSize: 36 }] });
    expect(ofSize.length).toBeGreaterThan(0);
    expect(ofSize).toEqual(all.filter(({ account }) => account.space === 36));
    expect(await found({ filters: [programs] })).toEqual(ofSize);
    expect(await found({ filters: [programs, { dataSize: 37 }] })).toEqual([]);
    const base64 = { memcmp: { offset: 0, bytes: 'AgAAAA==', encoding: 'base64' } };
    expect(await found({ filters: [base64] })).toEqual(ofSize);
    const bytes = (value: unknown) => ({ memcmp: { offset: 0, bytes: value, encoding: 'bytes' } });
    expect(await found({ filters: [bytes([2, 0, 0, 0])] })).toEqual(ofSize);
    expect(await found({ filters: [bytes(programs.memcmp.bytes)] })).toEqual(ofSize);
    expect(await found({ filters: [{ memcmp: { ...programs.memcmp, offset: 10_000_000 } }] })).toEqual([]);
  });

  test('cuts data to a slice', async () => {
    const [first] = await found({ filters: [programs], dataSlice: { offset: 0, length: 4 } });
    expect(first?.account).toMatchObject({ data: ['AgAAAA==', 'base64'], space: 36 });
  });

  test('tells the context where asked to', async () => {
    expect(await chain.result('getProgramAccounts', loader, { encoding: 'base64', withContext: true })).toMatchObject({
      context: { slot: await chain.result('getSlot') },
      value: expect.any(Array),
    });
  });

  test('tells an account from the slot on in which it came to be', async () => {
    const { address } = await generateKeyPairSigner();
    await chain.result('requestAirdrop', address, 1_000_000_000);
    const addresses = async (commitment: string) => (await found({ commitment }, system)).map(({ pubkey }) => pubkey);
    expect(await addresses('processed')).toContain(address);
    expect(await addresses('confirmed')).not.toContain(address);
    chain.advance(1);
    expect(await addresses('confirmed')).toContain(address);
  });

  test('refuses wrong programs and filters', async () => {
    const call = (filters: readonly unknown[]) => chain.call('getProgramAccounts', loader, { filters });
    expect(await chain.call('getProgramAccounts', 'abc')).toEqual(invalid('Invalid param: WrongSize'));
    expect(await call(Array(5).fill({ dataSize: 1 }))).toEqual(invalid('Too many filters provided; max 4'));
    expect(await call([{ size: 1 }])).toEqual(
      invalid('Invalid params: unknown filter, expected one of `dataSize`, `memcmp`, `tokenAccountState`.'),
    );
    expect(await call([{ memcmp: { offset: 0, bytes: '1'.repeat(129) } }])).toEqual(
      invalid('Invalid param: DataTooLarge'),
    );
    expect(await call([{ memcmp: { offset: 0, bytes: '1'.repeat(176) } }])).toEqual(
      invalid('Invalid param: DataTooLarge'),
    );
    expect(await call([{ memcmp: { offset: 0, bytes: Array(129).fill(1) } }])).toEqual(
      invalid('Invalid param: DataTooLarge'),
    );
    expect((await call([{ memcmp: { offset: 0, bytes: '0' } }])).error?.code).toBe(-32602);
    expect((await call([{ memcmp: { offset: 0, bytes: [256] } }])).error?.code).toBe(-32602);
    expect((await call(['tokenState'])).error?.code).toBe(-32602);
    expect((await chain.call('getProgramAccounts', loader, { sortResults: 1 })).error?.code).toBe(-32602);
  });
});

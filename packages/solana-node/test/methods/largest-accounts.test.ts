import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { startTestChain, type TestChain } from '../test-chain.ts';

const wallet = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri';
const lamports = v.pipe(
  v.union([v.number(), v.bigint()]),
  v.transform((value) => BigInt(value)),
);
const accounts = v.object({ value: v.array(v.object({ address: v.string(), lamports })) });

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

const largest = async (config?: object) => v.parse(accounts, await chain.result('getLargestAccounts', config)).value;

test('getLargestAccounts lists at most 20 accounts, richest first, as of the commitment', async () => {
  const [richest] = await largest();
  await chain.result('requestAirdrop', wallet, 5_000_000_000);
  const found = await largest({ commitment: 'processed', filter: 'circulating' });
  expect(found).toContainEqual({ address: wallet, lamports: 5_000_000_000n });
  expect(found.length).toBeLessThanOrEqual(20);
  expect(found.map((account) => account.lamports)).toEqual(
    found.map((account) => account.lamports).toSorted((one, other) => Number(other - one)),
  );
  expect(found[0]?.address).toBe(richest?.address);
  expect(await largest()).not.toContainEqual(expect.objectContaining({ address: wallet }));
});

test('getLargestAccounts lists none that do not circulate, and refuses other filters', async () => {
  expect(await largest({ filter: 'nonCirculating' })).toEqual([]);
  expect(await chain.call('getLargestAccounts', { filter: 'rich' })).toMatchObject({ error: { code: -32602 } });
});

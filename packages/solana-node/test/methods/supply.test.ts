import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { generateKeyPairSigner } from '@solana/kit';
import * as v from 'valibot';
import { startTestChain, systemProgram, type TestChain, transfer, wire } from '../test-chain.ts';

let chain: TestChain;
beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

const lamports = v.pipe(
  v.union([v.number(), v.bigint()]),
  v.transform((value) => BigInt(value)),
);
const supply = v.object({ value: v.object({ total: lamports }) });
const accounts = v.array(v.object({ account: v.object({ lamports }) }));
const newest = { commitment: 'processed' };

const total = async (commitment: string) =>
  v.parse(supply, await chain.result('getSupply', { commitment })).value.total;

/** What wallets hold; all transactions of this test stay among them. */
async function held(): Promise<bigint> {
  const found = await chain.result('getProgramAccounts', systemProgram, { encoding: 'base64', ...newest });
  return v.parse(accounts, found).reduce((sum, { account }) => sum + account.lamports, 0n);
}

test('getSupply tells all lamports, which all circulate', async () => {
  const answer = await chain.result('getSupply');
  const { value } = v.parse(supply, answer);
  expect(value.total).toBeGreaterThan(500_000_000_000_000_000n);
  expect(answer).toEqual({
    context: { apiVersion: '4.3.0', slot: await chain.result('getSlot') },
    value: { circulating: value.total, nonCirculating: 0, nonCirculatingAccounts: [], total: value.total },
  });
  expect(await chain.result('getSupply', { excludeNonCirculatingAccountsList: true })).toEqual(answer);
});

test('getSupply loses fees, and nothing else, as of the commitment', async () => {
  const [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await chain.fund(payer.address, 1_000_000_000n);
  const before = { total: await total('processed'), held: await held() };
  const send = async (amount: bigint, skipPreflight: boolean) => {
    const transaction = await wire(chain, payer, [transfer(payer.address, payee.address, amount)]);
    await chain.result('sendTransaction', transaction, { encoding: 'base64', skipPreflight });
  };
  await send(1_000_000n, false);
  // One that fails pays its fee as well.
  await send(10n ** 12n, true);
  expect(await total('processed')).toBe(before.total - 10_000n);
  expect(await held()).toBe(before.held - 10_000n);
  expect(await total('confirmed')).toBe(before.total);
  chain.advance(1);
  expect(await total('confirmed')).toBe(before.total - 10_000n);
});

test('getSupply refuses other options', async () => {
  const call = (config: unknown) => chain.call('getSupply', config);
  const refused = { error: { code: -32602, message: expect.stringContaining('Invalid params: ') } };
  expect(await call({ commitment: 'maybe' })).toEqual(refused);
  expect(await call({ excludeNonCirculatingAccountsList: 'yes' })).toEqual(refused);
  expect(await call('finalized')).toEqual(refused);
});

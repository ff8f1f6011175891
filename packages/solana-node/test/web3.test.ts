import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner } from '@solana/kit';
import { Connection, PublicKey, SolanaJSONRPCError } from '@solana/web3.js';
import * as v from 'valibot';
import { startTestChain, type TestChain } from './test-chain.ts';
import { accountOf, approve, createMint, mintTo, run, type Token, tokenProgram } from './test-tokens.ts';

let chain: TestChain;
let connection: Connection;
let token: Token;
let owner: PublicKey;
let mint: PublicKey;
let account: PublicKey;
let slot: number;
let signature: unknown;
beforeAll(async () => {
  chain = await startTestChain();
  connection = new Connection(chain.url, 'confirmed');
  const [payer, mintKey] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await chain.fund(payer.address, 1_000_000_000n);
  token = { payer, mint: mintKey, program: tokenProgram, decimals: 2 };
  [owner, mint] = [new PublicKey(payer.address), new PublicKey(mintKey.address)];
  account = new PublicKey(await accountOf(token, payer.address));
  slot = await connection.getSlot('processed');
  const instructions = [...createMint(token), ...(await mintTo(token, payer.address, 150n))];
  signature = await run(chain, token, [...instructions, await approve(token, payer.address, 7n)]);
  chain.advance(32);
});
afterAll(() => chain.stop());

const held = { amount: '150', decimals: 2, uiAmount: 1.5, uiAmountString: '1.5' };
const versioned = { maxSupportedTransactionVersion: 0 } as const;

describe('an unmodified Connection of @solana/web3.js reads', () => {
  test('blocks, whole and in part', async () => {
    const block = await connection.getBlock(slot, versioned);
    expect(block).toMatchObject({ parentSlot: slot - 1, rewards: [], transactions: [{ meta: { fee: 10_000 } }] });
    expect(await connection.getBlock(slot, { transactionDetails: 'none', rewards: false })).toMatchObject({
      blockhash: block?.blockhash,
    });
    expect(await connection.getBlockSignatures(slot)).toMatchObject({ signatures: [signature] });
    expect(await connection.getBlockTime(slot)).toBe(block?.blockTime);
  });

  test('where blocks begin and end', async () => {
    const first = await connection.getFirstAvailableBlock();
    expect(await connection.getMinimumLedgerSlot()).toBe(first);
    expect(await connection.getBlockHeight()).toBe(await connection.getSlot());
    const schedule = await connection.getEpochSchedule();
    expect(schedule.getEpoch(slot)).toBe((await connection.getEpochInfo()).epoch);
  });

  test('amounts of a token', async () => {
    expect((await connection.getTokenAccountBalance(account)).value).toEqual(held);
    expect((await connection.getTokenSupply(mint)).value).toEqual(held);
  });

  test('token accounts, as bytes and parsed', async () => {
    const programId = new PublicKey(tokenProgram);
    const raw = await connection.getTokenAccountsByOwner(owner, { programId });
    expect(raw.value.map(({ pubkey }) => pubkey)).toEqual([account]);
    expect(raw.value[0]?.account.data.readBigUInt64LE(64)).toBe(150n);
    const parsed = await connection.getParsedTokenAccountsByOwner(owner, { mint });
    expect(parsed.value[0]?.account.data).toMatchObject({
      program: 'spl-token',
      parsed: { type: 'account', info: { tokenAmount: held, delegatedAmount: { amount: '7' } } },
    });
    const info = await connection.getParsedAccountInfo(mint);
    expect(info.value?.data).toMatchObject({ parsed: { type: 'mint', info: { supply: '150' } } });
  });

  test('refusals with their codes', async () => {
    const code = (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error: unknown) => v.parse(v.instance(SolanaJSONRPCError), error).code,
      );
    expect(await code(connection.getBlock(slot + 1_000, versioned))).toBe(-32004);
    expect(await code(connection.getBlockTime(1))).toBe(-32001);
    expect(await code(connection.getTokenAccountBalance(owner))).toBe(-32602);
    expect(await code(connection.getTokenAccountsByOwner(owner, { mint: owner }))).toBe(-32602);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Address,
  createSolanaRpc,
  generateKeyPairSigner,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
} from '@solana/kit';
import { startTestChain, type TestChain } from './test-chain.ts';
import { accountOf, approve, createMint, mintTo, run, type Token, tokenProgram } from './test-tokens.ts';

let chain: TestChain;
let rpc: ReturnType<typeof createSolanaRpc>;
let token: Token;
let owner: Address;
let delegate: Address;
let account: Address;
let slot: bigint;
beforeAll(async () => {
  chain = await startTestChain();
  rpc = createSolanaRpc(chain.url);
  const [payer, mint, other] = await Promise.all([
    generateKeyPairSigner(),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
  ]);
  [owner, delegate] = [payer.address, other.address];
  await chain.fund(owner, 1_000_000_000n);
  token = { payer, mint, program: tokenProgram, decimals: 2 };
  account = await accountOf(token, owner);
  slot = await rpc.getSlot({ commitment: 'processed' }).send();
  await run(chain, token, [
    ...createMint(token),
    ...(await mintTo(token, owner, 150n)),
    await approve(token, delegate, 7n),
  ]);
  chain.advance(32);
});
afterAll(() => chain.stop());

const held = { amount: '150', decimals: 2, uiAmount: 1.5, uiAmountString: '1.5' };

describe('the typed RPC of @solana/kit reads', () => {
  test('blocks', async () => {
    const block = await rpc.getBlock(slot, { maxSupportedTransactionVersion: 0 }).send();
    expect(block).toMatchObject({ blockHeight: slot, parentSlot: slot - 1n, rewards: [] });
    expect(block?.transactions.map(({ meta }) => meta?.fee)).toEqual([10_000n]);
    expect(block?.transactions[0]?.meta?.postTokenBalances).toMatchObject([{ owner, uiTokenAmount: held }]);
    const { signatures } = { ...(await rpc.getBlock(slot, { transactionDetails: 'signatures' }).send()) };
    expect(signatures).toEqual(block?.transactions.map(({ transaction }) => transaction.signatures[0]));
    expect(await rpc.getBlockTime(slot).send()).toBe(block?.blockTime);
  });

  test('where blocks begin and end', async () => {
    const first = await rpc.getFirstAvailableBlock().send();
    expect(await rpc.minimumLedgerSlot().send()).toBe(first);
    expect(await rpc.getBlockHeight().send()).toBe(await rpc.getSlot().send());
    expect(await rpc.getEpochSchedule().send()).toMatchObject({ slotsPerEpoch: 432_000n, warmup: false });
  });

  test('amounts of a token', async () => {
    const { address } = token.mint;
    expect((await rpc.getTokenAccountBalance(account).send()).value).toEqual(held);
    expect((await rpc.getTokenSupply(address).send()).value).toEqual(held);
  });

  test('token accounts', async () => {
    const parsed = { encoding: 'jsonParsed' } as const;
    const { value } = await rpc.getTokenAccountsByOwner(owner, { programId: tokenProgram }, parsed).send();
    expect(value.map(({ pubkey }) => pubkey)).toEqual([account]);
    expect(value[0]?.account.data.parsed.info).toMatchObject({ delegate, tokenAmount: held, state: 'initialized' });
    const delegated = await rpc
      .getTokenAccountsByDelegate(delegate, { mint: token.mint.address }, { encoding: 'base64' })
      .send();
    expect(delegated.value).toMatchObject([{ pubkey: account, account: { space: 165n } }]);
  });

  test('refusals as the errors it knows', async () => {
    const reason = (call: { send(): Promise<unknown> }) => call.send().catch((error: unknown) => error);
    const late = await reason(rpc.getBlock(slot + 1_000n));
    expect(isSolanaError(late, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE)).toBe(true);
    const early = await reason(rpc.getBlockTime(1n));
    expect(isSolanaError(early, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP)).toBe(true);
    const notToken = await reason(rpc.getTokenAccountBalance(owner));
    expect(isSolanaError(notToken, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(true);
  });
});

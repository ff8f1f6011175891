import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import {
  appendTransactionMessageInstruction,
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { transfer } from '../../packages/solana-node/test/test-chain.ts';
import { type TestRuntime, usageOf } from '../support/test-runtime.ts';

/** An unmodified client that only knows the address and the header. */
const connect = (url: string, secret: string) =>
  createSolanaRpcFromTransport(createDefaultRpcTransport({ url, headers: { 'X-API-KEY': secret } }));

type Rpc = ReturnType<typeof connect>;

/** Waits for a transaction as clients without a WebSocket do, for as long as its blockhash lives. */
async function confirm(rpc: Rpc, signature: Signature, lastValidBlockHeight: bigint): Promise<void> {
  for (;;) {
    const status = (await rpc.getSignatureStatuses([signature]).send()).value[0]?.confirmationStatus;
    if (status === 'confirmed' || status === 'finalized') return;
    if ((await rpc.getBlockHeight().send()) > lastValidBlockHeight) throw new Error('the blockhash expired');
    await pause(100);
  }
}

async function pay(rpc: Rpc, payer: KeyPairSigner, payee: KeyPairSigner, amount: bigint): Promise<void> {
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const transaction = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstruction(transfer(payer.address, payee.address, amount), message),
    ),
  );
  const wire = getBase64EncodedWireTransaction(transaction);
  const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send();
  await confirm(rpc, signature, lifetime.lastValidBlockHeight);
}

export function kitCases(running: () => TestRuntime): void {
  test('@solana/kit airdrops, transfers and confirms on devnet through the gateway, and all of it is tallied', async () => {
    const key = await running().newKey({ planId: 'business' });
    const rpc = connect(running().runtime.endpoints.devnet ?? '', key.secret);
    const [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
    const { value: lifetime } = await rpc.getLatestBlockhash().send();
    const airdrop = await rpc.requestAirdrop(payer.address, lamports(2_000_000_000n)).send();
    await confirm(rpc, airdrop, lifetime.lastValidBlockHeight);
    await pay(rpc, payer, payee, 500_000_000n);
    expect((await rpc.getBalance(payee.address, { commitment: 'confirmed' }).send()).value).toBe(500_000_000n);
    expect((await rpc.getBalance(payer.address, { commitment: 'confirmed' }).send()).value).toBe(1_499_995_000n);
    await running().runtime.drained();
    const { methods, outcomes } = await usageOf(running(), key);
    expect(methods).toMatchObject({ requestAirdrop: 1, sendTransaction: 1, getBalance: 2, getLatestBlockhash: 2 });
    expect(Object.keys(outcomes)).toEqual(['ok']);
  });

  test('mainnet and devnet are separate: another genesis, no airdrop, and nothing of devnet’s balances', async () => {
    const key = await running().newKey({ planId: 'business' });
    const devnet = connect(running().runtime.endpoints.devnet ?? '', key.secret);
    const mainnet = connect(running().runtime.endpoints.mainnet ?? '', key.secret);
    const { address } = await generateKeyPairSigner();
    expect(await devnet.getGenesisHash().send()).toBe('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG');
    expect(await mainnet.getGenesisHash().send()).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d');
    await devnet.requestAirdrop(address, lamports(1_000_000n)).send();
    expect((await devnet.getBalance(address, { commitment: 'processed' }).send()).value).toBe(1_000_000n);
    expect((await mainnet.getBalance(address, { commitment: 'processed' }).send()).value).toBe(0n);
    const refused = await mainnet
      .requestAirdrop(address, lamports(1n))
      .send()
      .catch((error: unknown) => error);
    expect(isSolanaError(refused)).toBe(true);
    await running().runtime.drained();
    expect((await usageOf(running(), key)).outcomes).toEqual({ ok: 5, rpc_error: 1 });
  });
}

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isSolanaError,
  lamports,
  pipe,
  type Signature,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { startTestChain, type TestChain, transfer } from './test-chain.ts';

let devnet: TestChain;
let mainnet: TestChain;

beforeAll(async () => {
  devnet = await startTestChain('devnet');
  mainnet = await startTestChain('mainnet');
});
afterAll(() => Promise.all([devnet.stop(), mainnet.stop()]));

/** Polls as a client without a WebSocket does; each poll is a slot later. */
async function confirm(chain: TestChain, signature: Signature, lastValidBlockHeight: bigint): Promise<number> {
  const rpc = createSolanaRpc(chain.url);
  for (let polls = 1; ; polls++) {
    const { value } = await rpc.getSignatureStatuses([signature]).send();
    const status = value[0]?.confirmationStatus;
    if (status === 'confirmed' || status === 'finalized') return polls;
    if ((await rpc.getBlockHeight().send()) > lastValidBlockHeight) throw new Error('the blockhash expired');
    chain.advance(1);
  }
}

describe('an unmodified @solana/kit client', () => {
  test('airdrops, transfers, confirms by polling and reads the right balances on devnet', async () => {
    const rpc = createSolanaRpc(devnet.url);
    const [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);

    const airdrop = await rpc.requestAirdrop(payer.address, lamports(2_000_000_000n)).send();
    const { value: latest } = await rpc.getLatestBlockhash().send();
    expect(await confirm(devnet, airdrop, latest.lastValidBlockHeight)).toBe(2);
    expect((await rpc.getBalance(payer.address).send()).value).toBe(2_000_000_000n);

    const { value: lifetime } = await rpc.getLatestBlockhash().send();
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(payer, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
        (message) => appendTransactionMessageInstruction(transfer(payer.address, payee.address, 500_000_000n), message),
      ),
    );
    const wire = getBase64EncodedWireTransaction(transaction);
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send();
    expect(signature).toBe(getSignatureFromTransaction(transaction));
    expect(await confirm(devnet, signature, lifetime.lastValidBlockHeight)).toBe(2);

    expect((await rpc.getBalance(payee.address).send()).value).toBe(500_000_000n);
    expect((await rpc.getBalance(payer.address).send()).value).toBe(1_499_995_000n);
    const landed = await rpc
      .getTransaction(signature, { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send();
    expect(landed?.meta?.fee).toBe(5000n);
    expect(landed?.meta?.err).toBeNull();
  });

  test('is told as the error it knows when a transfer cannot be paid', async () => {
    const rpc = createSolanaRpc(devnet.url);
    const [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
    const { value: lifetime } = await rpc.getLatestBlockhash().send();
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(payer, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
        (message) => appendTransactionMessageInstruction(transfer(payer.address, payee.address, 1n), message),
      ),
    );
    const sending = rpc.sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send();
    const error = await sending.catch((reason: unknown) => reason);
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)).toBe(true);
  });

  test('is refused an airdrop on mainnet', async () => {
    const { address } = await generateKeyPairSigner();
    const asking = createSolanaRpc(mainnet.url).requestAirdrop(address, lamports(1n)).send();
    const error = await asking.catch((reason: unknown) => reason);
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_REQUEST)).toBe(true);
  });

  test('reads numbers beyond 2^53 without losing digits', async () => {
    const rpc = createSolanaRpc(devnet.url);
    const { address } = await generateKeyPairSigner();
    await devnet.fund(address, 9_007_199_254_740_993n);
    expect((await rpc.getBalance(address).send()).value).toBe(9_007_199_254_740_993n);
  });
});

import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import * as v from 'valibot';
import { startChain } from '../chain.ts';
import { parseJson } from '../lossless-json.ts';

/** How long a slot lasts in these tests. */
const slotMs = 400;

export type TestChain = Awaited<ReturnType<typeof startTestChain>>;

const answerSchema = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) })),
});

/** A chain with a manual clock. */
export async function startTestChain(network = 'devnet') {
  let now = Date.UTC(2026, 0, 1);
  const chain = await startChain({ slotMs, network, clock: () => now });
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const call = async (method: string, ...params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }, (_key, value: unknown) =>
      typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value,
    );
    return v.parse(answerSchema, parseJson(await (await post(body)).text()));
  };
  return {
    ...chain,
    post,
    call,
    result: async (method: string, ...params: readonly unknown[]) => (await call(method, ...params)).result,
    advance: (slots: number) => {
      now += slots * slotMs;
    },
    /** Lamports for an address, final at once. */
    fund: async (to: Address, lamports: bigint) => {
      await call('requestAirdrop', to, lamports);
      now += 32 * slotMs;
    },
  };
}

export const systemProgram = address('11111111111111111111111111111111');

/** The system program's transfer of lamports. */
export function transfer(from: Address, to: Address, lamports: bigint): Instruction {
  const data = new DataView(new ArrayBuffer(12));
  data.setUint32(0, 2, true);
  data.setBigUint64(4, lamports, true);
  return {
    programAddress: systemProgram,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data: new Uint8Array(data.buffer),
  };
}

/** Signs instructions under a blockhash. */
export const signed = (
  payer: KeyPairSigner,
  recentBlockhash: string,
  instructions: readonly Instruction[],
  version: 'legacy' | 0 = 0,
) =>
  signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(recentBlockhash), lastValidBlockHeight: 0n },
          message,
        ),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  );

const latest = v.object({ value: v.object({ blockhash: v.string() }) });

export const newestBlockhash = async (chain: TestChain): Promise<string> =>
  v.parse(latest, await chain.result('getLatestBlockhash', { commitment: 'processed' })).value.blockhash;

/** The wire form of signed instructions, in base64, under the chain's newest blockhash. */
export async function wire(
  chain: TestChain,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  version: 'legacy' | 0 = 0,
): Promise<string> {
  return getBase64EncodedWireTransaction(await signed(payer, await newestBlockhash(chain), instructions, version));
}

export const bytesOf = (base64: string): Uint8Array => new Uint8Array(getBase64Encoder().encode(base64));

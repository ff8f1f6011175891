import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressDecoder,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from '@solana/kit';
import * as v from 'valibot';
import type { Account } from './accounts.ts';
import { readTransaction, type Transaction } from './transaction.ts';

/** Lamports the faucet starts with: 500 million SOL. */
const supply = lamports(500_000_000_000_000_000n);

const systemProgram = address('11111111111111111111111111111111');
const publicJwk = v.object({ x: v.string() });

/** A rich account with its key, which gives airdrops. */
export class Faucet {
  readonly account: Account;
  readonly #key: KeyObject;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const { x } = v.parse(publicJwk, publicKey.export({ format: 'jwk' }));
    this.#key = privateKey;
    this.account = {
      address: getAddressDecoder().decode(Buffer.from(x, 'base64url')),
      lamports: supply,
      data: new Uint8Array(),
      programAddress: systemProgram,
      executable: false,
      space: 0n,
    };
  }

  /** A signed transfer to `to`. The same transfer with the same blockhash is the same transaction, as on a cluster. */
  give(to: Address, amount: bigint, recentBlockhash: string): Transaction {
    const { address: from } = this.account;
    const lifetime = { blockhash: blockhash(recentBlockhash), lastValidBlockHeight: 0n };
    const compiled = compileTransaction(
      pipe(
        createTransactionMessage({ version: 'legacy' }),
        (message) => setTransactionMessageFeePayer(from, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
        (message) => appendTransactionMessageInstruction(transfer(from, to, amount), message),
      ),
    );
    const signature = signatureBytes(new Uint8Array(sign(null, new Uint8Array(compiled.messageBytes), this.#key)));
    const wire = getTransactionEncoder().encode({ ...compiled, signatures: { [from]: signature } });
    return readTransaction(new Uint8Array(wire));
  }
}

/** The system program's instruction 2: lamports as a u64 after a u32 tag, little endian (solana-system-interface). */
function transfer(from: Address, to: Address, amount: bigint) {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2, 0);
  data.writeBigUInt64LE(amount, 4);
  return {
    programAddress: systemProgram,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data: new Uint8Array(data),
  };
}

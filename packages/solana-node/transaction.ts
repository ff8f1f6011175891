import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getAddressEncoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type ReadonlyUint8Array,
  type Transaction as SignedTransaction,
} from '@solana/kit';
import { invalidParams } from './rpc-errors.ts';

/** The versions of messages that this node can decode. */
export type TransactionMessage = Exclude<CompiledTransactionMessage, { readonly version: 1 }> &
  CompiledTransactionMessageWithLifetime;

/** A transaction as received, and decoded. */
export type Transaction = {
  readonly wire: Uint8Array;
  readonly signed: SignedTransaction;
  readonly message: TransactionMessage;
  /** Base58, one for each signer; the first one identifies the transaction. */
  readonly signatures: readonly string[];
  readonly signature: string;
};

const base58 = getBase58Decoder();
const unsigned = new Uint8Array(64);

/**
 * Decodes a transaction.
 * @throws {RpcError} -32602 if it is not a transaction of a known version
 */
export function readTransaction(wire: Uint8Array): Transaction {
  const signed = decoded(() => getTransactionDecoder().decode(wire), 'VersionedTransaction');
  const message = readMessage(new Uint8Array(signed.messageBytes));
  // Bytes that are not the shortest encoding, or contain a signer twice, make LiteSVM abort the process.
  if (!isSame(getTransactionEncoder().encode(signed), wire)) throw malformed('VersionedTransaction', 'not canonical');
  const signatures = Object.values(signed.signatures).map((bytes) => base58.decode(bytes ?? unsigned));
  const [signature] = signatures;
  if (signature === undefined || !isSane(message)) {
    throw invalidParams('invalid transaction: Transaction failed to sanitize accounts offsets correctly');
  }
  return { wire, signed, message, signatures, signature };
}

function readMessage(bytes: Uint8Array): TransactionMessage {
  const message = decoded(() => getCompiledTransactionMessageDecoder().decode(bytes), 'VersionedMessage');
  if (message.version === 1) throw invalidParams('invalid transaction: Transaction version is unsupported');
  if (message.version === 0 && message.addressTableLookups?.length) {
    throw invalidParams('this node has no address lookup tables');
  }
  if (!isSame(getCompiledTransactionMessageEncoder().encode(message), bytes)) {
    throw malformed('VersionedMessage', 'not canonical');
  }
  return message;
}

const isSame = (one: ReadonlyUint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

const malformed = (what: string, why: string) => invalidParams(`failed to deserialize ${what}: ${why}`);

function decoded<T>(decode: () => T, what: string): T {
  try {
    return decode();
  } catch (error) {
    throw malformed(what, error instanceof Error ? error.message : 'malformed');
  }
}

/** The same transaction with another blockhash; its signatures are no longer valid. */
export function withBlockhash(transaction: Transaction, blockhash: string): Transaction {
  const message = { ...transaction.message, lifetimeToken: blockhash };
  const messageBytes = getCompiledTransactionMessageEncoder().encode(message);
  const signed = { ...transaction.signed, messageBytes: messageBytes as SignedTransaction['messageBytes'] };
  return { ...transaction, signed, message };
}

/** Whether every signer has signed this very message. */
export function isSignedByAll({ signed, message }: Transaction): boolean {
  const bytes = new Uint8Array(signed.messageBytes);
  return message.staticAccounts.slice(0, message.header.numSignerAccounts).every((signer) => {
    const signature = signed.signatures[signer];
    return signature !== null && signature !== undefined && verify(null, bytes, publicKey(signer), signature);
  });
}

function publicKey(signer: Address): KeyObject {
  const x = Buffer.from(getAddressEncoder().encode(signer)).toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
}

/** The accounts that a transaction may write to. */
export function writableAccounts({ header, staticAccounts }: TransactionMessage): readonly Address[] {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  return staticAccounts.filter((_, index) =>
    index < numSignerAccounts
      ? index < numSignerAccounts - numReadonlySignerAccounts
      : index < staticAccounts.length - numReadonlyNonSignerAccounts,
  );
}

/** The maximum number of accounts of a message: an index is one byte. */
const maximumAccounts = 256;

/**
 * Whether a message is consistent: the counts of its header match its accounts, and its indexes exist (`sanitize` in
 * solana-message). Some inconsistent messages make LiteSVM abort the process.
 */
const isSane = (message: TransactionMessage): boolean =>
  hasSaneHeader(message) && message.staticAccounts.length <= maximumAccounts && hasSaneInstructions(message);

function hasSaneHeader({ header, staticAccounts }: TransactionMessage): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  // The first account pays, so it signs and is written to.
  return (
    numReadonlySignerAccounts < numSignerAccounts &&
    numSignerAccounts + numReadonlyNonSignerAccounts <= staticAccounts.length
  );
}

function hasSaneInstructions({ instructions, staticAccounts }: TransactionMessage): boolean {
  return instructions.every(
    ({ programAddressIndex, accountIndices = [] }) =>
      programAddressIndex > 0 &&
      programAddressIndex < staticAccounts.length &&
      accountIndices.every((index) => index < staticAccounts.length),
  );
}

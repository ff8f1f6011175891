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

/** Messages whose instructions and accounts this node can name. */
export type TransactionMessage = Exclude<CompiledTransactionMessage, { readonly version: 1 }> &
  CompiledTransactionMessageWithLifetime;

/** A transaction as it came, and what is in it. */
export type Transaction = {
  readonly wire: Uint8Array;
  readonly signed: SignedTransaction;
  readonly message: TransactionMessage;
  /** Base58, one for each signer; the first one is the transaction's name. */
  readonly signatures: readonly string[];
  readonly signature: string;
};

const base58 = getBase58Decoder();
const unsigned = new Uint8Array(64);

/**
 * Reads a transaction from its wire form.
 * @throws {RpcError} -32602 where it is not a transaction of a version this node knows.
 */
export function readTransaction(wire: Uint8Array): Transaction {
  const signed = decoded(() => getTransactionDecoder().decode(wire), 'VersionedTransaction');
  const message = readMessage(new Uint8Array(signed.messageBytes));
  // LiteSVM ends the whole process on bytes that can be written shorter, or name a signer twice.
  if (!isSame(getTransactionEncoder().encode(signed), wire)) throw malformed('VersionedTransaction', 'not canonical');
  const signatures = Object.values(signed.signatures).map((bytes) => base58.decode(bytes ?? unsigned));
  const [signature] = signatures;
  if (signature === undefined || !isSane(message)) {
    throw invalidParams('invalid transaction: Transaction failed to sanitize accounts offsets correctly');
  }
  return { wire, signed, message, signatures, signature };
}

/**
 * Reads a message from its wire form.
 * @throws {RpcError} -32602 where it is not a message of a version this node knows.
 */
export function readMessage(bytes: Uint8Array): TransactionMessage {
  const message = decoded(() => getCompiledTransactionMessageDecoder().decode(bytes), 'VersionedMessage');
  if (message.version === 1) throw invalidParams('invalid transaction: Transaction version is unsupported');
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

/** The same transaction under another blockhash, with signatures that are no longer right. */
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

/** The most accounts a message can name: an index is one byte. */
const maximumAccounts = 256;

/**
 * Whether a message makes sense in itself: its header counts accounts that are there, and whatever it points to exists
 * (`sanitize` in solana-message). LiteSVM ends the whole process on some that do not.
 */
export function isSane(message: TransactionMessage): boolean {
  const count = message.staticAccounts.length + lookedUp(message);
  return (
    hasSaneHeader(message) && hasSaneLookups(message) && count <= maximumAccounts && hasSaneInstructions(message, count)
  );
}

function hasSaneHeader({ header, staticAccounts }: TransactionMessage): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  // The first account pays, so it signs and is written to.
  return (
    numReadonlySignerAccounts < numSignerAccounts &&
    numSignerAccounts + numReadonlyNonSignerAccounts <= staticAccounts.length
  );
}

const lookups = (message: TransactionMessage) => (message.version === 0 ? (message.addressTableLookups ?? []) : []);

const lookedUp = (message: TransactionMessage): number =>
  lookups(message).reduce(
    (sum, { writableIndexes, readonlyIndexes }) => sum + writableIndexes.length + readonlyIndexes.length,
    0,
  );

const hasSaneLookups = (message: TransactionMessage): boolean =>
  lookups(message).every(({ writableIndexes, readonlyIndexes }) => writableIndexes.length + readonlyIndexes.length > 0);

function hasSaneInstructions({ instructions, staticAccounts }: TransactionMessage, count: number): boolean {
  return instructions.every(
    ({ programAddressIndex, accountIndices = [] }) =>
      programAddressIndex > 0 &&
      programAddressIndex < staticAccounts.length &&
      accountIndices.every((index) => index < count),
  );
}

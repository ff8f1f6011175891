import { getBase58Decoder } from '@solana/kit';
import { type AccountKeys, isSigner, isWritable } from '../account-keys.ts';
import type { Landed } from '../ledger.ts';
import type { Message, Transaction } from '../transaction.ts';
import { encodeInstruction, type InstructionEncoding } from './instruction.ts';

/** How a transaction can be written; `binary` is a bare base58 string. */
export const transactionEncodings = ['binary', 'base58', 'base64', 'json', 'jsonParsed'] as const;

export type TransactionEncoding = (typeof transactionEncodings)[number];

/** A transaction as a node answers it. */
export function encodeTransaction(
  { transaction, keys }: Pick<Landed, 'transaction' | 'keys'>,
  encoding: TransactionEncoding,
) {
  switch (encoding) {
    case 'binary':
      return base58(transaction.wire);
    case 'base58':
      return [base58(transaction.wire), encoding];
    case 'base64':
      return [Buffer.from(transaction.wire).toString('base64'), encoding];
    case 'json':
    case 'jsonParsed':
      return { message: encodeMessage(transaction, keys, encoding), signatures: transaction.signatures };
  }
}

const base58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

function encodeMessage({ message }: Transaction, keys: AccountKeys, encoding: InstructionEncoding) {
  const instructions = message.instructions.map(({ programAddressIndex, accountIndices, data }) =>
    encodeInstruction(
      {
        programIndex: programAddressIndex,
        accountIndexes: accountIndices ?? [],
        data: new Uint8Array(data ?? []),
        stackHeight: 1,
      },
      keys,
      encoding,
    ),
  );
  const common = { instructions, recentBlockhash: message.lifetimeToken, ...addressTableLookups(message) };
  return encoding === 'json'
    ? { accountKeys: message.staticAccounts, header: header(message), ...common }
    : { accountKeys: parsedKeys(message, keys), ...common };
}

const header = ({ header }: Message) => ({
  numReadonlySignedAccounts: header.numReadonlySignerAccounts,
  numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
  numRequiredSignatures: header.numSignerAccounts,
});

/** The accounts of a message, each with what the message may do with it. */
export const parsedKeys = (message: Message, keys: AccountKeys) =>
  keys.all.map((pubkey, index) => ({
    pubkey,
    signer: isSigner(message, index),
    source: index < message.staticAccounts.length ? 'transaction' : 'lookupTable',
    writable: isWritable(message, keys, index),
  }));

function addressTableLookups(message: Message) {
  if (message.version === 'legacy') return {};
  const lookups = (message.addressTableLookups ?? []).map((lookup) => ({
    accountKey: lookup.lookupTableAddress,
    readonlyIndexes: lookup.readonlyIndexes,
    writableIndexes: lookup.writableIndexes,
  }));
  return { addressTableLookups: lookups };
}

import { getBase58Decoder } from '@solana/kit';
import { type AccountKeys, isSigner, isWritable } from '../account-keys.ts';
import type { LandedTransaction } from '../ledger.ts';
import type { Transaction, TransactionMessage } from '../transaction.ts';
import type { InnerInstruction } from '../virtual-machine.ts';

/** The encodings of a transaction; `binary` is a plain base58 string. */
export const transactionEncodings = ['binary', 'base58', 'base64', 'json', 'jsonParsed'] as const;

export type TransactionEncoding = (typeof transactionEncodings)[number];

/** Encodes a transaction. */
export function encodeTransaction(
  { transaction, keys }: Pick<LandedTransaction, 'transaction' | 'keys'>,
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

const header = ({ header }: TransactionMessage) => ({
  numReadonlySignedAccounts: header.numReadonlySignerAccounts,
  numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
  numRequiredSignatures: header.numSignerAccounts,
});

/** The accounts of a message with their permissions. */
export const parsedKeys = (message: TransactionMessage, keys: AccountKeys) =>
  keys.all.map((pubkey, index) => ({
    pubkey,
    signer: isSigner(message, index),
    source: index < message.staticAccounts.length ? 'transaction' : 'lookupTable',
    writable: isWritable(message, keys, index),
  }));

function addressTableLookups(message: TransactionMessage) {
  if (message.version === 'legacy') return {};
  const lookups = (message.addressTableLookups ?? []).map((lookup) => ({
    accountKey: lookup.lookupTableAddress,
    readonlyIndexes: lookup.readonlyIndexes,
    writableIndexes: lookup.writableIndexes,
  }));
  return { addressTableLookups: lookups };
}

export type InstructionEncoding = 'json' | 'jsonParsed';

/** An instruction with the indexes of its program and accounts. */
export type EncodableInstruction = Omit<InnerInstruction, 'accountIndexes'> & {
  readonly accountIndexes: readonly number[];
};

/**
 * Encodes an instruction. `jsonParsed` lists its accounts by address. Data stays encoded, because this node has no
 * parsers for programs.
 */
function encodeInstruction(instruction: EncodableInstruction, keys: AccountKeys, encoding: InstructionEncoding) {
  const { programIndex, accountIndexes, stackHeight } = instruction;
  const data = getBase58Decoder().decode(instruction.data);
  return encoding === 'json'
    ? { accounts: accountIndexes, data, programIdIndex: programIndex, stackHeight }
    : {
        accounts: accountIndexes.map((index) => keys.all[index]),
        data,
        programId: keys.all[programIndex],
        stackHeight,
      };
}

/** Inner instructions, by the index of the instruction in the message that called them. */
export function encodeInner(
  inner: readonly (readonly EncodableInstruction[])[],
  keys: AccountKeys,
  encoding: InstructionEncoding,
) {
  return inner.flatMap((calls, index) =>
    calls.length === 0 ? [] : [{ index, instructions: calls.map((call) => encodeInstruction(call, keys, encoding)) }],
  );
}

import { getBase58Decoder } from '@solana/kit';
import type { LandedTransaction } from '../ledger.ts';
import type { TransactionMessage } from '../transaction.ts';
import type { InnerInstruction } from '../virtual-machine.ts';

/** Encodes a transaction in the encoding `json`, the only one of this node's answers. */
export const encodeTransaction = ({ transaction }: LandedTransaction) => ({
  message: encodeMessage(transaction.message),
  signatures: transaction.signatures,
});

const encodeMessage = (message: TransactionMessage) => ({
  accountKeys: message.staticAccounts,
  header: header(message),
  instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) =>
    encodeInstruction({
      programIndex: programAddressIndex,
      accountIndexes: accountIndices ?? [],
      data: new Uint8Array(data ?? []),
      stackHeight: 1,
    }),
  ),
  recentBlockhash: message.lifetimeToken,
  // The node has no lookup tables.
  ...(message.version === 0 ? { addressTableLookups: [] } : {}),
});

const header = ({ header }: TransactionMessage) => ({
  numReadonlySignedAccounts: header.numReadonlySignerAccounts,
  numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
  numRequiredSignatures: header.numSignerAccounts,
});

const encodeInstruction = ({ programIndex, accountIndexes, data, stackHeight }: InnerInstruction) => ({
  accounts: accountIndexes,
  data: getBase58Decoder().decode(data),
  programIdIndex: programIndex,
  stackHeight,
});

/** Inner instructions, by the index of the instruction in the message that called them. */
export const encodeInner = (inner: readonly (readonly InnerInstruction[])[]) =>
  inner.flatMap((calls, index) => (calls.length === 0 ? [] : [{ index, instructions: calls.map(encodeInstruction) }]));

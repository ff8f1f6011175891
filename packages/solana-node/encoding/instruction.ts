import { getBase58Decoder } from '@solana/kit';
import type { AccountKeys } from '../account-keys.ts';
import type { InnerInstruction } from '../virtual-machine.ts';

export type InstructionEncoding = 'json' | 'jsonParsed';

/** Where an instruction stands, and what it is given. */
export type Instruction = Omit<InnerInstruction, 'accountIndexes'> & { readonly accountIndexes: readonly number[] };

/**
 * An instruction as a node answers it. `jsonParsed` names its accounts; a node that has no parser for a program leaves
 * the data as it is, and this one has none for any.
 */
export function encodeInstruction(instruction: Instruction, keys: AccountKeys, encoding: InstructionEncoding) {
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

/** The instructions that others called, by the index of the one in the message that began it. */
export function encodeInner(
  inner: readonly (readonly Instruction[])[],
  keys: AccountKeys,
  encoding: InstructionEncoding,
) {
  return inner.flatMap((calls, index) =>
    calls.length === 0 ? [] : [{ index, instructions: calls.map((call) => encodeInstruction(call, keys, encoding)) }],
  );
}

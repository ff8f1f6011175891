import { address, blockhash, signature } from '@solana/kit';
import * as v from 'valibot';
import { invalidParams } from '../rpc-errors.ts';
import { type Commitment, commitments } from '../slots.ts';

// Error messages are those of serde, with which Agave parses parameters.
export const expecting = (what: string) => (issue: v.BaseIssue<unknown>) => `${wrong(issue.input)}, expected ${what}`;

function wrong(input: unknown): string {
  if (Number.isInteger(input) || typeof input === 'bigint') return `invalid type: integer \`${input}\``;
  if (typeof input === 'number') return `invalid type: floating point \`${input}\``;
  if (typeof input === 'boolean') return `invalid type: boolean \`${input}\``;
  if (typeof input === 'string') return `invalid type: string ${JSON.stringify(input)}`;
  if (Array.isArray(input)) return 'invalid type: sequence';
  return input === null || input === undefined ? 'invalid type: null' : 'invalid type: map';
}

export const text = v.string(expecting('a string'));

export const flag = v.boolean(expecting('a boolean'));

/** An integer from `least` to `most`, as a bigint. */
const integer = (name: string, least: bigint, most: bigint) =>
  v.pipe(
    v.custom<number | bigint>((input) => isInteger(input) && input >= least && input <= most, expecting(name)),
    v.transform((value) => BigInt(value)),
  );

const isInteger = (input: unknown): input is number | bigint =>
  typeof input === 'bigint' || Number.isSafeInteger(input);

export const u8 = integer('u8', 0n, 2n ** 8n - 1n);

export const u64 = integer('u64', 0n, 2n ** 64n - 1n);

export const list = <T extends v.GenericSchema>(item: T) => v.array(item, expecting('a sequence'));

/** One of several names; other names are refused with the list of valid ones. */
export const oneOf = <const T extends readonly string[]>(names: T) =>
  v.pipe(
    text,
    v.picklist(names, (issue) => {
      const known = names.map((name) => `\`${name}\``).join(', ');
      return `unknown variant \`${String(issue.input)}\`, expected one of ${known}`;
    }),
  );

/** An object whose members may be missing or null; unknown members are ignored. */
export const config = <T extends v.ObjectEntries>(name: string, entries: T) =>
  v.nullish(v.object(entries, expecting(`struct ${name}`)));

export const commitment = v.nullish(oneOf(commitments));

export const commitmentConfig = config('CommitmentConfig', { commitment });

/** The encoding of transactions in answers. */
export const answerEncoding = v.nullish(oneOf(['json']));

/** The members that select the state that a call reads. */
export const contextEntries = { commitment, minContextSlot: v.nullish(u64) };

export const contextConfig = config('RpcContextConfig', contextEntries);

const longestAddress = 44;
const longestSignature = 88;

/** @throws {RpcError} -32602 if it is not 32 bytes in base58 */
export const readAddress = (input: string) => read(input, longestAddress, address, 'Invalid param: ');

/** @throws {RpcError} -32602 if it is not 64 bytes in base58 */
export const readSignature = (input: string) => read(input, longestSignature, signature, 'Invalid param: ');

/** @throws {RpcError} -32602 if it is not 32 bytes in base58 */
export const readBlockhash = (input: string) => read(input, longestAddress, blockhash, '');

const base58 = /^[1-9A-HJ-NP-Za-km-z]*$/;

/** Agave distinguishes a wrong length (`WrongSize`) from a character outside base58 (`Invalid`). */
function read<T>(input: string, longest: number, parse: (input: string) => T, prefix: string): T {
  if (input.length <= longest && !base58.test(input)) throw invalidParams(`${prefix}Invalid`);
  try {
    return parse(input);
  } catch {
    throw invalidParams(`${prefix}WrongSize`);
  }
}

/**
 * The commitment of a method that reads the history. Default: finalized.
 * @throws {RpcError} -32602 for `processed`, which has no history yet
 */
export function confirmedAtLeast(commitment: Commitment | null | undefined): Commitment {
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`');
  return commitment ?? 'finalized';
}

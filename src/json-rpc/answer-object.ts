import type { RpcError } from '../chains/chain.ts';
import { isString, parseJson } from '../schema.ts';
import { type JsonPart, outlineJson } from './json-outline.ts';
import { unquote } from './json-slices.ts';

/** A JSON text, or a part of it, as bytes. */
type Slice = Pick<JsonPart, 'start' | 'end'>;

/** One answer of JSON-RPC, read without its result. */
export type AnswerObject = {
  readonly kind: 'ok' | 'error' | 'unreadable';
  /** The raw id. */
  readonly id?: string | undefined;
  readonly error?: Buffer | undefined;
  /** Where the result starts in the bytes. */
  readonly resultAt?: number | undefined;
};

export const unreadableObject: AnswerObject = { kind: 'unreadable' };

const openBrace = 123;
const smallN = 110;

export const isObjectAt = (bytes: Buffer, part: Slice | undefined): boolean =>
  part !== undefined && bytes[part.start] === openBrace;

/**
 * Reads an answer object. Both a result and an error make an error, as clients look for that first. Unreadable with two
 * ids, results or errors: clients differ in which of the two they use.
 */
export function readObject(bytes: Buffer, members: readonly JsonPart[]): AnswerObject {
  const found: { id?: Slice; result?: Slice; error?: Slice } = {};
  for (const member of members) {
    const name = nameOf(bytes, member);
    if (name !== 'id' && name !== 'result' && name !== 'error') continue;
    if (found[name]) return unreadableObject;
    found[name] = member;
  }
  const { id, result, error } = found;
  const rawId = id && textOf(bytes, id);
  // `null` is no error, and a result like any other.
  if (error && bytes[error.start] !== smallN) {
    return { kind: 'error', id: rawId, error: bytes.subarray(error.start, error.end) };
  }
  return { kind: result ? 'ok' : 'unreadable', id: rawId, resultAt: result?.start };
}

/** Longer than every name that is looked for, with each of its characters as an escape of six. */
const maxNameLength = 2 + 6 * 'message'.length;

/** The name of a member; empty for one too long to matter. */
function nameOf(bytes: Buffer, { name, start }: JsonPart): string | undefined {
  if (name === undefined) return undefined;
  const raw = bytes.toString('latin1', name, Math.min(start, name + maxNameLength));
  return unquote(raw.slice(0, raw.lastIndexOf('"') + 1));
}

const textOf = (bytes: Buffer, { start, end }: Slice): string => bytes.toString('utf8', start, end);

/** The code and the message of a raw error. Undefined if it has neither: then it is not a JSON-RPC error. */
export function readError(error: Buffer): RpcError | undefined {
  const values: Record<string, unknown> = {};
  for (const part of outlineJson(error, 1).parts) {
    const name = nameOf(error, part);
    if (name === 'code' || name === 'message') values[name] = parseJson(textOf(error, part));
  }
  const { code, message } = values;
  if (typeof code !== 'number' && !isString(message)) return undefined;
  return { code: typeof code === 'number' ? code : undefined, message: isString(message) ? message : '' };
}

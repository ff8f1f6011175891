// Calls are checked by hand: a schema library would parse all of `params`, which only the node has to understand, and
// would not notice a member that occurs twice.

import { BatchTooLargeError, InvalidRequestError, ParseError } from '../runtime/gateway-errors.ts';
import { isObject, isString, parseJson } from '../schema.ts';
import { outlineJson } from './json-outline.ts';
import { elements, members, memberValue, skipValue, unquote } from './json-slices.ts';

export const maxBatchSize = 100;

/** Longer than the name of any chain's method. */
export const maxMethodLength = 64;

/** The members of a call that the gateway reads. */
type RpcCall = { readonly method: string; readonly id: number | string };

/** One element of a request: its raw text, and either a valid call or what is wrong with it. */
export type RequestElement = { readonly raw: string; readonly call?: RpcCall; readonly problem?: string };

export type ValidElement = RequestElement & { readonly call: RpcCall };

/** A parsed body: a single call, or a batch of 1 to {@link maxBatchSize} elements. */
export type RpcRequest = { readonly batch: boolean; readonly elements: readonly RequestElement[] };

export const isValid = (element: RequestElement): element is ValidElement => element.call !== undefined;

/**
 * Parses a body as a call or a batch. The elements of a batch are valid or invalid individually.
 * @throws {ParseError} if it is not JSON
 * @throws {InvalidRequestError} for an empty batch
 * @throws {BatchTooLargeError} if the batch has more than {@link maxBatchSize} elements
 */
export function parseRpcRequest(body: string): RpcRequest {
  requireJsonText(body);
  if (!body.trimStart().startsWith('[')) return { batch: false, elements: [toElement(body)] };
  const raws = elements(body, maxBatchSize + 1);
  if (raws.length === 0) throw new InvalidRequestError('The batch is empty: send at least one call.');
  if (raws.length > maxBatchSize) {
    throw new BatchTooLargeError(`The batch has more than ${maxBatchSize} calls. Split it into smaller batches.`);
  }
  return { batch: true, elements: raws.map(toElement) };
}

function requireJsonText(body: string): void {
  if (body.trim() === '') throw new ParseError('The body is empty: send a JSON-RPC 2.0 call as JSON.');
  const bytes = Buffer.from(body);
  const { errorAt } = outlineJson(bytes);
  if (errorAt === undefined) return;
  const at = bytes.toString('utf8', 0, errorAt).length;
  const detail = at >= body.length ? 'it ends too early' : `at position ${at}`;
  throw new ParseError(`The body is not valid JSON (${detail}): send a JSON-RPC 2.0 call as JSON.`);
}

function toElement(raw: string): RequestElement {
  const checked = checkCall(raw);
  return 'problem' in checked
    ? { raw, problem: `Not a valid JSON-RPC 2.0 call: ${checked.problem}.` }
    : { raw, call: checked };
}

type Problem = { readonly problem: string };

const callFormat = 'a call must be a JSON object with `jsonrpc`, `id` and `method`';

const callMembers: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/** Checks the text of one JSON value against JSON-RPC 2.0. Like nodes, it ignores members that a call does not have. */
export function checkCall(raw: string): RpcCall | Problem {
  const first = raw.trimStart().charAt(0);
  if (first === '[') return { problem: 'a call must be a JSON object, not an array' };
  if (first !== '{') return { problem: callFormat };
  const { values, duplicate } = readMembers(raw);
  const checked = checkValues(values);
  if ('problem' in checked || duplicate === undefined) return checked;
  return { problem: `the call has two \`${duplicate}\` members` };
}

/**
 * Reads the members of a call. Reports a name that occurs twice, in any case: nodes differ in which of the two they
 * use, so a node could run another call than the gateway has checked.
 */
function readMembers(raw: string) {
  const values: Record<string, unknown> = {};
  const found = new Set<string>();
  let duplicate: string | undefined;
  for (const { name, start } of members(raw)) {
    const lowerName = name.toLowerCase();
    if (!callMembers.has(lowerName)) continue;
    if (found.has(lowerName)) duplicate ??= lowerName;
    found.add(lowerName);
    values[name] = shallowValue(raw, start);
  }
  return { values, duplicate };
}

/** The value that starts at `start`; arrays and objects without their content. */
function shallowValue(raw: string, start: number): unknown {
  const first = raw.charAt(start);
  if (first === '[') return [];
  if (first === '{') return {};
  const text = raw.slice(start, skipValue(raw, start));
  return first === '"' ? unquote(text) : parseJson(text);
}

function checkValues({ jsonrpc, id, method, params }: Readonly<Record<string, unknown>>): RpcCall | Problem {
  if (jsonrpc !== '2.0') return wrong('jsonrpc', jsonrpc, 'must be the string "2.0"');
  if (typeof id !== 'number' && !isString(id)) return wrong('id', id, 'must be a number or a string');
  // Nodes answer such a number with a different id, which would look like a fault of the node.
  if (typeof id === 'number' && !Number.isFinite(id)) return wrong('id', id, 'must be a number below 1.8e308');
  if (!isString(method)) return wrong('method', method, 'must be a string');
  if (method === '') return wrong('method', method, 'must not be empty');
  if (method.length > maxMethodLength) {
    return wrong('method', method, `must have at most ${maxMethodLength} characters`);
  }
  // DynamoDB refuses such a string, so the call's record would be lost.
  if (!method.isWellFormed()) return wrong('method', method, 'must not contain half a surrogate pair');
  // Nodes take `null` as absent, and the official Rust client sends it for every method without parameters.
  const takesParams = params === undefined || params === null || Array.isArray(params) || isObject(params);
  return takesParams ? { method, id } : wrong('params', params, 'must be an array or an object');
}

const wrong = (name: string, value: unknown, rule: string): Problem => ({
  problem: value === undefined ? `\`${name}\` is missing; ${callFormat}` : `\`${name}\` ${rule}`,
});

/** So that the errors of a whole batch fit into one answer. Clients need no longer ids. */
const maxEchoedIdLength = 4_096;

/** The raw text of a call's id, with every digit; `null` if the call has no valid id, or one too long to echo. */
export function rawId(raw: string): string {
  const value = memberValue(raw, 'id');
  return value !== undefined && value.length <= maxEchoedIdLength && /^["\d-]/.test(value) ? value : 'null';
}

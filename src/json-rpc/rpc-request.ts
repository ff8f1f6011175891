import { BatchTooLargeError, InvalidRequestError, ParseError } from '../gateway-errors.ts';
import { isObject, isString, parseJson } from '../schema.ts';
import { elements, members, memberValue, skipValue, unquote } from './json-slices.ts';
import { syntaxErrorAt } from './json-syntax.ts';

/** The most calls one batch may hold. */
export const maxBatchSize = 100;

/** One element of a request: its raw text, and either the call it is or what is wrong with it. */
export type RequestElement = { readonly raw: string; readonly call?: RpcCall; readonly problem?: string };

/** A parsed body: one call on its own, or a batch of 1 to {@link maxBatchSize}. */
export type RpcRequest = { readonly batch: boolean; readonly elements: readonly RequestElement[] };

/** A valid element. */
export type ValidElement = RequestElement & { readonly call: RpcCall };

export const isValid = (element: RequestElement): element is ValidElement => element.call !== undefined;

/** No client needs longer ids, and the errors of a whole batch must fit into one answer. */
const maxEchoedIdLength = 4_096;

/** The raw text of a call's id, to echo with every digit; `null` where it has none, or one too long to echo. */
export function rawId(raw: string): string {
  const value = memberValue(raw, 'id');
  return value !== undefined && value.length <= maxEchoedIdLength && /^["\d-]/.test(value) ? value : 'null';
}

/**
 * Parses a body as one JSON-RPC call or a batch of calls. Elements of a batch may be invalid each on its own.
 * @throws {ParseError} when it is not JSON
 * @throws {InvalidRequestError} when it is not a call, or an empty batch
 * @throws {BatchTooLargeError} when the batch has more than {@link maxBatchSize} elements
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
  const at = syntaxErrorAt(body);
  if (at === undefined) return;
  const detail = at >= body.length ? 'it ends too early' : `at position ${at}`;
  throw new ParseError(`The body is not valid JSON (${detail}): send a JSON-RPC 2.0 call as JSON.`);
}

function toElement(raw: string): RequestElement {
  const checked = checkCall(raw);
  return 'problem' in checked
    ? { raw, problem: `Not a valid JSON-RPC 2.0 call: ${checked.problem}.` }
    : { raw, call: checked };
}

/** The longest method name that is taken; no chain's method comes near it. */
export const maxMethodLength = 64;

/** What the gateway needs to know of a call. */
export type RpcCall = { readonly method: string; readonly id: number | string };

type Problem = { readonly problem: string };

const form = 'a call must be a JSON object with `jsonrpc`, `id` and `method`';

const ownMembers: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/**
 * Checks the text of one JSON value against the rules of a JSON-RPC 2.0 call: the call, or what is wrong with it, in words for
 * the caller. Members beyond the four of a call are let through, as nodes do.
 */
export function checkCall(raw: string): RpcCall | Problem {
  const first = raw.trimStart().charAt(0);
  if (first === '[') return { problem: 'a call must be a JSON object, not an array' };
  if (first !== '{') return { problem: form };
  const { values, twice } = readMembers(raw);
  const checked = checkValues(values);
  return 'problem' in checked || twice === undefined ? checked : { problem: `\`${twice}\` appears twice` };
}

/**
 * A call's own members, and the first of them that stands twice, if only in capitals: a node may take the one or the other,
 * and so another call than the gateway has judged.
 */
function readMembers(raw: string) {
  const values: Record<string, unknown> = {};
  const seen = new Set<string>();
  let twice: string | undefined;
  for (const { name, start } of members(raw)) {
    const own = name.toLowerCase();
    if (!ownMembers.has(own)) continue;
    if (seen.has(own)) twice ??= own;
    seen.add(own);
    values[name] = shallowValue(raw, start);
  }
  return { values, twice };
}

/** A value, without what stands in it: that is the node's to read. */
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
  // Nodes answer such a number with another id, which would look like their fault.
  if (typeof id === 'number' && !Number.isFinite(id)) return wrong('id', id, 'must be a number below 1.8e308');
  if (!isString(method)) return wrong('method', method, 'must be a string');
  if (method === '') return wrong('method', method, 'must not be empty');
  if (method.length > maxMethodLength) {
    return wrong('method', method, `must have at most ${maxMethodLength} characters`);
  }
  // DynamoDB refuses such a text, so that the call's record would be lost.
  if (!method.isWellFormed()) return wrong('method', method, 'must not hold half a surrogate pair');
  const takesParams = params === undefined || Array.isArray(params) || isObject(params);
  return takesParams ? { method, id } : wrong('params', params, 'must be an array or an object');
}

const wrong = (name: string, value: unknown, rule: string): Problem => ({
  problem: value === undefined ? `\`${name}\` is missing; ${form}` : `\`${name}\` ${rule}`,
});

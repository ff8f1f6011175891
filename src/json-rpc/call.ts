import { isObject, isText } from '../form.ts';
import { parseJson } from '../json.ts';
import { members, skipValue, unquote } from './slices.ts';

/** The longest method name that is taken; no chain's method comes near it. */
export const maxMethodLength = 64;

/** What the gateway needs to know of a call. */
export type Call = { readonly method: string; readonly id: number | string };

type Problem = { readonly problem: string };

const form = 'a call must be a JSON object with `jsonrpc`, `id` and `method`';

const ownMembers: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/**
 * Checks the text of one JSON value against the rules of a JSON-RPC 2.0 call: the call, or what is wrong with it, in words for
 * the caller. Members beyond the four of a call are let through, as nodes do.
 */
export function checkCall(raw: string): Call | Problem {
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

function checkValues({ jsonrpc, id, method, params }: Readonly<Record<string, unknown>>): Call | Problem {
  if (jsonrpc !== '2.0') return wrong('jsonrpc', jsonrpc, 'must be the string "2.0"');
  if (typeof id !== 'number' && !isText(id)) return wrong('id', id, 'must be a number or a string');
  // Nodes answer such a number with another id, which would look like their fault.
  if (typeof id === 'number' && !Number.isFinite(id)) return wrong('id', id, 'must be a number below 1.8e308');
  if (!isText(method)) return wrong('method', method, 'must be a string');
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

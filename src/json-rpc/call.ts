import { isObject, isText } from '../form.ts';
import { members } from './slices.ts';

/** The longest method name that is taken; no chain's method comes near it. */
export const maxMethodLength = 64;

/** What the gateway needs to know of a call. */
export type Call = { readonly method: string; readonly id: number | string };

type Problem = { readonly problem: string };

const form = 'a call must be a JSON object with `jsonrpc`, `id` and `method`';

const ownMembers: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/**
 * Checks one value, and the text it was parsed from, against the rules of a JSON-RPC 2.0 call: the call, or what is wrong
 * with it, in words for the caller. Members beyond the four of a call are let through, as nodes do.
 */
export function checkCall(value: unknown, raw: string): Call | Problem {
  const checked = checkMembers(value);
  const twice = 'problem' in checked ? undefined : repeatedMember(raw);
  return twice === undefined ? checked : { problem: `\`${twice}\` stands in it twice` };
}

/** A node may take the first of two members, or the one in capitals, and so another call than the gateway has judged. */
function repeatedMember(raw: string): string | undefined {
  const seen = new Set<string>();
  for (const { name } of members(raw)) {
    const own = name.toLowerCase();
    if (!ownMembers.has(own)) continue;
    if (seen.has(own)) return own;
    seen.add(own);
  }
  return undefined;
}

function checkMembers(value: unknown): Call | Problem {
  if (Array.isArray(value)) return { problem: 'a call must be a JSON object, not an array' };
  if (!isObject(value)) return { problem: form };
  const { jsonrpc, id, method, params } = value;
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

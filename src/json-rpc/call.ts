import * as v from 'valibot';

/** The longest method name that is taken; no chain's method comes near it. */
export const maxMethodLength = 64;

const say = (problem: string) => () => problem;

/** One JSON-RPC 2.0 call. Members beyond these four are let through, as nodes do. */
const callSchema = v.object(
  {
    jsonrpc: v.literal('2.0', say('`jsonrpc` must be the string "2.0"')),
    id: v.union([v.number(), v.string()], say('`id` must be a number or a string')),
    method: v.pipe(
      v.string(say('`method` must be a string')),
      v.nonEmpty('`method` must not be empty'),
      v.maxLength(maxMethodLength, `\`method\` must have at most ${maxMethodLength} characters`),
    ),
    params: v.optional(
      v.custom((value) => typeof value === 'object' && value !== null, '`params` must be an array or an object'),
    ),
  },
  say('a call must be a JSON object with `jsonrpc`, `id` and `method`'),
);

/** What the gateway needs to know of a call. */
export type Call = { readonly method: string; readonly id: number | string };

/** Checks one parsed value against the rules of a call: the call, or what is wrong with it, in words for the caller. */
export function checkCall(value: unknown): Call | { readonly problem: string } {
  if (Array.isArray(value)) return { problem: 'a call must be a JSON object, not an array' };
  const result = v.safeParse(callSchema, value, { abortEarly: true });
  if (result.success) return { method: result.output.method, id: result.output.id };
  return { problem: problemOf(result.issues[0]) };
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  const name = issue.path?.[0]?.key;
  const missing = issue.input === undefined && typeof name === 'string';
  return missing ? `\`${name}\` is missing; ${issue.message}` : issue.message;
}

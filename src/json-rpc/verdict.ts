import type { ValidElement } from './request.ts';
import { elements, members, memberValue } from './slices.ts';

/** How a node's answer to one call reads: `unreadable` is an answer that is no JSON-RPC answer to it. */
export type Verdict = 'ok' | 'rpc_error' | 'unreadable';

/**
 * Reads the verdict from the beginning of one answer object, as far as needed: a large result is not walked through.
 * Gives undefined when the text ends before it is clear.
 */
export function verdictOf(text: string): Verdict | undefined {
  let seenResult = false;
  for (const { name, start } of members(text)) {
    const isNull = text.startsWith('null', start);
    if (name === 'error' && !isNull) return 'rpc_error';
    if (name === 'result' && !isNull) return 'ok';
    if (name === 'result') seenResult = true;
  }
  if (seenResult) return 'ok';
  return isCutOff(text) ? undefined : 'unreadable';
}

const isCutOff = (text: string): boolean => /^\s*\{/.test(text) && !/\}\s*$/.test(text);

/** A node's answers to the calls of a batch: the raw text for each call, in the calls' order; none without an array. */
export function matchAnswers(text: string, calls: readonly ValidElement[]): (string | undefined)[] {
  const byId = new Map<string, string[]>();
  for (const raw of isArray(text) ? elements(text) : []) {
    const id = idOf(raw);
    byId.set(id, [...(byId.get(id) ?? []), raw]);
  }
  return calls.map(({ call }) => byId.get(JSON.stringify(call.id))?.shift());
}

/** The error a node answered a whole batch with, as raw JSON. */
export const wholeError = (text: string): string | undefined =>
  verdictOf(text) === 'rpc_error' ? memberValue(text, 'error') : undefined;

/** The verdict on each call of a batch; where the node answers with one error, it holds for all of them. */
export function batchVerdicts(text: string, calls: readonly ValidElement[]): Verdict[] {
  if (wholeError(text) !== undefined) return calls.map(() => 'rpc_error');
  return matchAnswers(text, calls).map((raw) => (raw && verdictOf(raw)) || 'unreadable');
}

function isArray(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

function idOf(raw: string): string {
  const id = memberValue(raw, 'id');
  return id === undefined ? 'null' : JSON.stringify(JSON.parse(id));
}

import { parseJson } from '../json.ts';
import { rawId, type ValidElement } from './request.ts';
import { elements, members, memberValue, skipValue } from './slices.ts';

/** How a node's answer to one call reads: `unreadable` is an answer that is no JSON-RPC answer to it. */
export type Verdict = 'ok' | 'rpc_error' | 'unreadable';

/**
 * Reads the verdict from the beginning of one answer object, as far as needed: a large result is not walked through.
 * Gives undefined when the text ends before it is clear.
 */
export function verdictOf(text: string): Verdict | undefined {
  let seenResult = false;
  for (const { name, start } of members(text)) {
    if (name !== 'error' && name !== 'result') continue;
    const value = text.slice(start, start + 'null'.length);
    if (value !== 'null') {
      if ('null'.startsWith(value)) return undefined;
      return name === 'error' ? 'rpc_error' : 'ok';
    }
    seenResult ||= name === 'result';
  }
  if (isCutOff(text)) return undefined;
  return seenResult ? 'ok' : 'unreadable';
}

function isCutOff(text: string): boolean {
  const start = text.search(/\S|$/);
  return start === text.length || (text[start] === '{' && skipValue(text, start) > text.length);
}

type Answer = { readonly id: string; readonly raw: string };

/** A node's answers to the calls of a batch: the raw text for each call, in the calls' order; none without an array. */
export function matchAnswers(text: string, calls: readonly ValidElement[]): (string | undefined)[] {
  const raws = Array.isArray(parseJson(text)) ? elements(text) : [];
  const answers = raws.map((raw): Answer => ({ id: memberValue(raw, 'id') ?? 'null', raw }));
  const byId = Map.groupBy(answers, ({ id }): unknown => JSON.parse(id));
  return calls.map(({ call, raw }) => take(byId.get(call.id) ?? [], rawId(raw)));
}

/** The answer with that very id, else the first: ids above 2^53 that differ can parse to the same number. */
function take(answers: Answer[], id: string): string | undefined {
  const exact = answers.findIndex((answer) => answer.id === id);
  return answers.splice(Math.max(exact, 0), 1)[0]?.raw;
}

/** The error a node answered a whole batch with, as raw JSON. */
export const wholeError = (text: string): string | undefined =>
  verdictOf(text) === 'rpc_error' ? memberValue(text, 'error') : undefined;

/** The verdict on each call of a batch; where the node answers with one error, it holds for all of them. */
export function batchVerdicts(text: string, calls: readonly ValidElement[]): Verdict[] {
  if (wholeError(text) !== undefined) return calls.map(() => 'rpc_error');
  return matchAnswers(text, calls).map((raw) => (raw && verdictOf(raw)) || 'unreadable');
}

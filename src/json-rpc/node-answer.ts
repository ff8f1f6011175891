import type { Chain } from '../chains/chain.ts';
import { isNumber, isObject, isString, parseJson } from '../schema.ts';
import type { AnswerFault } from '../upstream/node-client.ts';
import { latin1Of, textOf, type UpstreamAnswer } from '../upstream/upstream-answer.ts';
import { elements, members, memberValue, skipValue } from './json-slices.ts';
import { rawId, type ValidElement } from './rpc-request.ts';

/**
 * How a node's answer to one call reads. `behind` and `missing` are errors that the chain calls the node's own
 * (src/chains/chain.ts), `rpc_error` is any other error, and `unreadable` is not an answer to the call.
 */
export type CallResult = 'ok' | 'rpc_error' | 'behind' | 'missing' | 'unreadable';

/** How a node's answer to one call reads, and the code of its error, where that is a whole number. */
export type CallAnswer = { readonly verdict: CallResult; readonly errorCode?: number };

/** A node's answer to a request: how each call ended, in order, and what is wrong with the answer. */
export type NodeAnswer = { readonly calls: readonly CallAnswer[]; readonly fault: AnswerFault | undefined };

/** The request that a node answered: one call on its own, or a batch. */
export type SentCalls = { readonly calls: readonly ValidElement[]; readonly batch: boolean; readonly chain: Chain };

/** Reads a node's answer to a request. */
export function readNodeAnswer(answer: UpstreamAnswer, { calls, batch, chain }: SentCalls): NodeAnswer {
  // Statuses of the node's own faults do not come here: with any other the node refused the request as such.
  if (answer.status >= 400) {
    const refused = withCode('rpc_error', parseJson(rawError(latin1Of(answer).text) ?? ''));
    return { calls: calls.map(() => refused), fault: undefined };
  }
  const answers = batch
    ? batchAnswers(textOf(answer), calls, chain)
    : calls.map((call) => singleAnswer(answer, call, chain));
  return { calls: answers, fault: faultIn(answers) };
}

function faultIn(answers: readonly CallAnswer[]): AnswerFault | undefined {
  if (answers.every(({ verdict }) => verdict === 'ok')) return undefined;
  const verdicts = answers.map(({ verdict }) => verdict);
  const unreadable = verdicts.filter((verdict) => verdict === 'unreadable').length;
  if (unreadable > 0) return unreadable === verdicts.length ? 'unreadable' : 'incomplete';
  return verdicts.find((verdict) => verdict === 'behind') ?? verdicts.find((verdict) => verdict === 'missing');
}

/** A large result is not walked through where the id stands before it, or at the end as Solana's nodes put it. */
function singleAnswer(answer: UpstreamAnswer, call: ValidElement, chain: Chain): CallAnswer {
  const { text, whole } = latin1Of(answer);
  const beginning = outlineOf(text);
  const isUnclear = beginning.kind === 'unreadable' && !whole;
  const { kind, error, id: earlyId } = isUnclear ? outlineOf(textOf(answer)) : beginning;
  if (kind === 'unreadable') return without[kind];
  const id = earlyId ?? (whole ? (lastId(text) ?? memberValue(text, 'id')) : undefined);
  if (whole && !belongs(id && utf8(id), kind, call)) return without.unreadable;
  return kind === 'ok' ? without[kind] : errorAnswer(error && utf8(error), chain);
}

const without = { ok: { verdict: 'ok' }, unreadable: { verdict: 'unreadable' } } as const;

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/** An error that could not be related to a call has the id null (JSON-RPC 2.0, 5), and with some nodes none. */
function belongs(id: string | undefined, kind: 'ok' | 'error', { call }: ValidElement): boolean {
  if (id === undefined || id === 'null') return kind === 'error';
  return parseJson(id) === call.id;
}

function errorAnswer(error: string | undefined, chain: Chain): CallAnswer {
  const value = parseJson(error ?? '');
  if (!isObject(value) || typeof value.code !== 'number') return { verdict: 'rpc_error' };
  const message = isString(value.message) ? value.message : '';
  return withCode(chain.nodeFault({ code: value.code, message }) ?? 'rpc_error', value);
}

/** JSON-RPC 2.0, 5.1: a code is a whole number. Anything else is not kept. */
const withCode = (verdict: CallResult, error: unknown): CallAnswer =>
  isObject(error) && isNumber(error.code) && Number.isSafeInteger(error.code)
    ? { verdict, errorCode: error.code }
    : { verdict };

/** What one answer object is, the raw error where it has one, and its id where that stands before the result or error. */
type Outline = { readonly kind: 'ok' | 'error' | 'unreadable'; readonly error?: string; readonly id?: string };

function outlineOf(text: string): Outline {
  let kind: Outline['kind'] = 'unreadable';
  let id: string | undefined;
  for (const { name, start } of members(text)) {
    if (name === 'id') id = text.slice(start, skipValue(text, start));
    if (name !== 'error' && name !== 'result') continue;
    if (!text.startsWith('null', start)) {
      const error = name === 'error' ? text.slice(start, skipValue(text, start)) : undefined;
      return { kind: name === 'error' ? 'error' : 'ok', ...(error && { error }), ...(id && { id }) };
    }
    // A null result stands only where no error comes after it.
    if (name === 'result') kind = 'ok';
  }
  return { kind, ...(id && { id }) };
}

/**
 * The id at the very end of an answer object. It is the object's own: within a string each quote would have a backslash,
 * and within another object a further brace would come.
 */
const lastId = (text: string): string | undefined =>
  /"id"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s"{}[\],]+)\s*\}\s*$/.exec(text.slice(-longestTail))?.[1];

const longestTail = 512;

type Answer = { readonly id: string; readonly raw: string };

/** A node's answers to the calls of a batch: the raw text for each call, in the calls' order; none without an array. */
export function matchAnswers(text: string, calls: readonly ValidElement[]): (string | undefined)[] {
  const raws = Array.isArray(parseJson(text)) ? elements(text) : [];
  const answers = raws.map((raw): Answer => ({ id: memberValue(raw, 'id') ?? 'null', raw }));
  const byId = Map.groupBy(answers, ({ id }): unknown => JSON.parse(id));
  const matched = calls.map(({ call, raw }) => take(byId.get(call.id) ?? [], rawId(raw)));
  // Errors that the node could not relate to a call.
  const unrelated = (byId.get(null) ?? []).filter(({ raw }) => rawError(raw) !== undefined);
  return matched.map((raw) => raw ?? unrelated.shift()?.raw);
}

/** The answer with that very id, else the first: ids above 2^53 that differ can parse to the same number. */
function take(answers: Answer[], id: string): string | undefined {
  const exact = answers.findIndex((answer) => answer.id === id);
  return answers.splice(Math.max(exact, 0), 1)[0]?.raw;
}

/** The error that a node answered with, as raw JSON. */
export const rawError = (text: string): string | undefined => outlineOf(text).error;

/** The answer to each call of a batch; where the node answers with one error, it holds for all of them. */
function batchAnswers(text: string, calls: readonly ValidElement[], chain: Chain): CallAnswer[] {
  const error = rawError(text);
  if (error !== undefined) return calls.map(() => errorAnswer(error, chain));
  return matchAnswers(text, calls).map((raw) => (raw === undefined ? without.unreadable : elementAnswer(raw, chain)));
}

function elementAnswer(raw: string, chain: Chain): CallAnswer {
  const { kind, error } = outlineOf(raw);
  return kind === 'error' ? errorAnswer(error, chain) : without[kind];
}

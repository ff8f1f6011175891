// Answers are read as slices of their text: a large result is never parsed, and an error keeps every digit. A schema
// library would need the parsed value.

import type { Chain } from '../chains/chain.ts';
import { isNumber, isObject, isString, parseJson } from '../schema.ts';
import type { AnswerFault } from '../upstream/node-client.ts';
import { latin1Of, textOf, type UpstreamAnswer } from '../upstream/upstream-answer.ts';
import { elements, members, memberValue, skipValue } from './json-slices.ts';
import { rawId, type ValidElement } from './rpc-request.ts';

/**
 * The result of one call. `behind` and `missing`: errors that the chain calls the node's fault (src/chains/chain.ts).
 * `rpc_error`: any other error. `unreadable`: the answer does not answer the call.
 */
export type CallResult = 'ok' | 'rpc_error' | 'behind' | 'missing' | 'unreadable';

/** A node's answer to one call. */
export type CallAnswer = {
  readonly result: CallResult;
  /** The code of the node's error, if it is an integer. */
  readonly errorCode?: number;
  /** The answer's text, if the call is in a batch and has an answer. */
  readonly raw?: string | undefined;
};

/** A node's answer to a request: its answers to the calls, in order, and what is wrong with the whole. */
export type NodeAnswer = {
  readonly calls: readonly CallAnswer[];
  readonly fault: AnswerFault | undefined;
  /** The raw error, if the node answered a whole batch with one error. */
  readonly batchError?: string | undefined;
};

/** The request that a node answered: a single call, or a batch. */
type SentCalls = { readonly calls: readonly ValidElement[]; readonly batch: boolean; readonly chain: Chain };

/** Reads a node's answer to a request. */
export function readNodeAnswer(answer: UpstreamAnswer, sent: SentCalls): NodeAnswer {
  const read = sent.batch ? readBatch(textOf(answer), sent) : { calls: readSingle(answer, sent) };
  if (answer.status < 400) return { ...read, fault: faultIn(read.calls) };
  // The node refused the request as a whole. Statuses that are the node's own fault do not createAwsClient this function.
  const refused = withCode('rpc_error', parseJson(rawError(latin1Of(answer).text) ?? ''));
  return { ...read, calls: read.calls.map(({ raw }) => ({ ...refused, raw })), fault: undefined };
}

function faultIn(calls: readonly CallAnswer[]): AnswerFault | undefined {
  if (calls.every(({ result }) => result === 'ok')) return undefined;
  const results = calls.map(({ result }) => result);
  const unreadable = results.filter((result) => result === 'unreadable').length;
  if (unreadable > 0) return unreadable === results.length ? 'unreadable' : 'incomplete';
  return results.find((result) => result === 'behind') ?? results.find((result) => result === 'missing');
}

const readSingle = (answer: UpstreamAnswer, { calls, chain }: SentCalls): CallAnswer[] =>
  calls.map((call) => readSingleAnswer(answer, call, chain));

/** Does not scan a large result if the id precedes it, or is at the very end, as with Solana nodes. */
function readSingleAnswer(answer: UpstreamAnswer, call: ValidElement, chain: Chain): CallAnswer {
  const { text, whole } = latin1Of(answer);
  const early = outlineOf(text);
  const isUnclear = early.kind === 'unreadable' && !whole;
  const { kind, error, id: earlyId } = isUnclear ? outlineOf(textOf(answer)) : early;
  if (kind === 'unreadable') return { result: kind };
  const id = earlyId ?? (whole ? (lastId(text) ?? memberValue(text, 'id')) : undefined);
  if (whole && !belongsTo(call, id && utf8(id), kind)) return { result: 'unreadable' };
  return kind === 'ok' ? { result: kind } : errorAnswer(error && utf8(error), chain);
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/** If a node cannot relate an error to a call, the error's id is null (JSON-RPC 2.0, 5). Some nodes leave it out. */
function belongsTo({ call }: ValidElement, id: string | undefined, kind: 'ok' | 'error'): boolean {
  if (id === undefined || id === 'null') return kind === 'error';
  return parseJson(id) === call.id;
}

function errorAnswer(error: string | undefined, chain: Chain): CallAnswer {
  const value = parseJson(error ?? '');
  if (!isObject(value) || typeof value.code !== 'number') return { result: 'rpc_error' };
  const message = isString(value.message) ? value.message : '';
  return withCode(chain.nodeFault({ code: value.code, message }) ?? 'rpc_error', value);
}

/** A code must be an integer (JSON-RPC 2.0, 5.1); any other is dropped. */
const withCode = (result: CallResult, error: unknown): CallAnswer =>
  isObject(error) && isNumber(error.code) && Number.isSafeInteger(error.code)
    ? { result, errorCode: error.code }
    : { result };

/** The answer to each call of a batch. If the node answers with one error, that is the answer to every call. */
function readBatch(text: string, { calls, chain }: SentCalls): Omit<NodeAnswer, 'fault'> {
  const batchError = rawError(text);
  if (batchError !== undefined) return { calls: calls.map(() => errorAnswer(batchError, chain)), batchError };
  return { calls: matchAnswers(text, calls).map((raw) => elementAnswer(raw, chain)) };
}

function elementAnswer(raw: string | undefined, chain: Chain): CallAnswer {
  if (raw === undefined) return { result: 'unreadable' };
  const { kind, error } = outlineOf(raw);
  return kind === 'error' ? { ...errorAnswer(error, chain), raw } : { result: kind, raw };
}

type BatchElement = { readonly id: string; readonly raw: string };

/** Matches the elements of a node's array to the calls of a batch: the raw answer to each call, in the calls' order. */
export function matchAnswers(text: string, calls: readonly ValidElement[]): (string | undefined)[] {
  const raws = Array.isArray(parseJson(text)) ? elements(text) : [];
  const answers = raws.map((raw): BatchElement => ({ id: memberValue(raw, 'id') ?? 'null', raw }));
  const byId = Map.groupBy(answers, ({ id }): unknown => JSON.parse(id));
  const matched = calls.map(({ call, raw }) => takeAnswer(byId.get(call.id) ?? [], rawId(raw)));
  const unrelatedErrors = (byId.get(null) ?? []).filter(({ raw }) => rawError(raw) !== undefined);
  return matched.map((raw) => raw ?? unrelatedErrors.shift()?.raw);
}

/** Prefers the answer with exactly this id: different ids above 2^53 can parse to the same number. */
function takeAnswer(answers: BatchElement[], id: string): string | undefined {
  const exact = answers.findIndex((answer) => answer.id === id);
  return answers.splice(Math.max(exact, 0), 1)[0]?.raw;
}

/** The raw error of an answer object. */
export const rawError = (text: string): string | undefined => outlineOf(text).error;

/** What an answer object is, its raw error, and its id if that precedes the result or error. */
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
    // A null result counts unless an error follows.
    if (name === 'result') kind = 'ok';
  }
  return { kind, ...(id && { id }) };
}

/**
 * The id at the very end of an answer object. It cannot be part of the result: in a string its quotes would be escaped,
 * and in an inner object another brace would follow.
 */
const lastId = (text: string): string | undefined =>
  /"id"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s"{}[\],]+)\s*\}\s*$/.exec(text.slice(-maxTailLength))?.[1];

const maxTailLength = 512;

// Answers are read as slices of their bytes: a large result is checked but never parsed, and an error keeps every digit.
// A schema library would need the parsed value.

import type { Chain, NodeFault } from '../chains/chain.ts';
import { nodeFaultOf } from '../chains/error-rules.ts';
import { builtIn } from '../runtime/built-in.ts';
import { parseJson } from '../schema.ts';
import type { AnswerFault } from '../upstream/node-client.ts';
import {
  maxCallBytes,
  maxUnpackedBytes,
  type UnpackedBody,
  type UpstreamAnswer,
  unpackedBody,
} from '../upstream/upstream-answer.ts';
import { type AnswerObject, isObjectAt, readError, readObject, unreadableObject } from './answer-object.ts';
import { outlineJson } from './json-outline.ts';
import { type BatchElement, matchAnswers, readElements } from './match-answers.ts';
import type { ValidElement } from './rpc-request.ts';

const { isUtf8 } = builtIn('node:buffer');

/**
 * The result of one call: success, an error that the chain calls the node's fault, or any other error. `unreadable`: the
 * answer does not answer the call.
 */
export type CallResult = 'ok' | NodeFault | 'rpc_error' | 'unreadable';

export type CallAnswer = {
  readonly result: CallResult;
  /** The code of the node's error, if it is an integer. */
  readonly errorCode?: number;
  /** The answer's text, if the call is in a batch and has an answer. */
  readonly raw?: Buffer | undefined;
};

/** A node's answer to a request: its answers to the calls, in order, and what is wrong with the whole. */
export type NodeAnswer = {
  readonly calls: readonly CallAnswer[];
  readonly fault: AnswerFault | undefined;
  /** The raw error, if the node answered a whole batch with one error. */
  readonly batchError?: Buffer | undefined;
};

/** The request that a node answered: a single call, or a batch. */
type SentCalls = { readonly calls: readonly ValidElement[]; readonly batch: boolean; readonly chain: Chain };

export function readNodeAnswer(answer: UpstreamAnswer, sent: SentCalls): NodeAnswer {
  const isRefusal = answer.status >= 400;
  const read = sent.batch ? readBatch(answer, sent) : { calls: readSingle(answer, sent) };
  if (!isRefusal) return { ...read, fault: faultIn(read.calls) };
  // The node refused the request as a whole. Statuses that are the node's own fault do not reach this function.
  const { bytes } = unpackedBody(answer, maxCallBytes);
  const { error } = objectIn(bytes, outlineJson(bytes, 1).parts);
  const refused = withCode('rpc_error', error && readError(error)?.code);
  return { ...read, calls: read.calls.map(({ raw }) => ({ ...refused, raw })), fault: undefined };
}

/** In the order in which they decide about a batch. */
const nodeFaults: readonly NodeFault[] = ['behind', 'limited', 'missing'];

function faultIn(calls: readonly CallAnswer[]): AnswerFault | undefined {
  if (calls.every(({ result }) => result === 'ok')) return undefined;
  const results = calls.map(({ result }) => result);
  const unreadable = results.filter((result) => result === 'unreadable').length;
  if (unreadable > 0) return unreadable === results.length ? 'unreadable' : 'incomplete';
  return nodeFaults.find((fault) => results.includes(fault));
}

/** The object that a whole text is, whatever else is wrong with it. */
const objectIn = (bytes: Buffer, [root, ...members]: ReturnType<typeof outlineJson>['parts']): AnswerObject =>
  isObjectAt(bytes, root) ? readObject(bytes, members) : unreadableObject;

const readSingle = (answer: UpstreamAnswer, { calls, chain }: SentCalls): CallAnswer[] =>
  calls.map((call) => {
    const body = unpackedBody(answer, maxCallBytes);
    const early = readSingleObject(body);
    // The start of a large answer may not show what it is, such as one with a long id.
    const isUnclear = early.kind === 'unreadable' && !body.whole;
    const whole = isUnclear ? unpackedBody(answer, maxUnpackedBytes) : body;
    return singleCallAnswer(isUnclear ? readSingleObject(whole) : early, call, whole, chain);
  });

/** An error closer to the end of an unpacked start may come from the cut. */
const cutTokenBytes = 8;

/** Checks whether a text is valid JSON in UTF-8, or the start of a text may be. */
function isSound({ bytes, whole }: UnpackedBody, errorAt: number | undefined): boolean {
  if (!whole) return errorAt === undefined || errorAt >= bytes.length - cutTokenBytes;
  return errorAt === undefined && isUtf8(bytes);
}

function readSingleObject(body: UnpackedBody): AnswerObject {
  const { errorAt, parts } = outlineJson(body.bytes, 1);
  return isSound(body, errorAt) ? objectIn(body.bytes, parts) : unreadableObject;
}

function singleCallAnswer(object: AnswerObject, call: ValidElement, { whole }: UnpackedBody, chain: Chain): CallAnswer {
  const { kind, id, error } = object;
  const isUnknown = id === undefined && !whole;
  if (kind === 'unreadable' || !(isUnknown || belongsTo(call, id, kind))) return { result: 'unreadable' };
  return error ? errorAnswer(error, chain) : { result: 'ok' };
}

/** If a node cannot relate an error to a call, the error's id is null (JSON-RPC 2.0, 5). Some nodes leave it out. */
function belongsTo({ call }: ValidElement, id: string | undefined, kind: AnswerObject['kind']): boolean {
  if (id === undefined || id === 'null') return kind === 'error';
  return parseJson(id) === call.id;
}

function errorAnswer(raw: Buffer, chain: Chain): CallAnswer {
  const error = readError(raw);
  return error ? withCode(nodeFaultOf(chain.errorRules, error) ?? 'rpc_error', error.code) : { result: 'rpc_error' };
}

/** A code must be an integer (JSON-RPC 2.0, 5.1); any other is dropped. */
const withCode = (result: CallResult, code: number | undefined): CallAnswer =>
  code !== undefined && Number.isSafeInteger(code) ? { result, errorCode: code } : { result };

/**
 * The answer to each call of a batch. If the node answers with one error, that is the answer to every call. An array that
 * is too large to unpack is taken for a result of every call.
 */
function readBatch(answer: UpstreamAnswer, { calls, chain }: SentCalls): Omit<NodeAnswer, 'fault'> {
  const body = unpackedBody(answer, maxUnpackedBytes);
  const { errorAt, parts } = outlineJson(body.bytes, 2);
  const sameForAll = (one: CallAnswer) => calls.map(() => one);
  if (!isSound(body, errorAt)) return { calls: sameForAll({ result: 'unreadable' }) };
  const { error: batchError } = objectIn(
    body.bytes,
    parts.filter(({ depth }) => depth < 2),
  );
  if (batchError) return { calls: sameForAll(errorAnswer(batchError, chain)), batchError };
  const elements = readElements(body.bytes, parts);
  if (!body.whole) return { calls: sameForAll({ result: elements.length > 0 ? 'ok' : 'unreadable' }) };
  return { calls: matchAnswers(elements, calls).map((element) => elementAnswer(element, chain)) };
}

function elementAnswer(element: BatchElement | undefined, chain: Chain): CallAnswer {
  if (!element) return { result: 'unreadable' };
  const { raw, object } = element;
  if (object.error) return { ...errorAnswer(object.error, chain), raw };
  return { result: object.kind === 'ok' ? 'ok' : 'unreadable', raw };
}

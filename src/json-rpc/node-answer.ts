// Answers are read as slices of their bytes: a large result is checked but never parsed, and an error keeps every digit.
// A schema library would need the parsed value.

import type { Chain, ErrorRule, RpcError } from '../chains/chain.ts';
import { ruleFor } from '../chains/error-rules.ts';
import { builtIn } from '../runtime/built-in.ts';
import { parseJson } from '../schema.ts';
import type { AnswerReading } from '../upstream/node-client.ts';
import {
  maxCallBytes,
  maxUnpackedBytes,
  type UnpackedBody,
  type UpstreamAnswer,
  unpackedBody,
} from '../upstream/upstream-answer.ts';
import { isPassable, outcomeOfStatus } from '../upstream/upstream-failure.ts';
import { type AnswerObject, isObjectAt, readError, readObject, unreadableObject } from './answer-object.ts';
import { outlineJson } from './json-outline.ts';
import { type BatchElement, matchAnswers, readElements } from './match-answers.ts';
import type { ValidElement } from './rpc-request.ts';

const { isUtf8 } = builtIn('node:buffer');

/**
 * The result of one call: success, or what the chain's rules say of its error. `doubtful`: no rule knows the error.
 * `unreadable`: the answer does not answer the call.
 */
export type CallResult = 'ok' | ErrorRule['means'] | 'doubtful' | 'unreadable';

export type CallAnswer = {
  readonly result: CallResult;
  /** The code of the node's error, if it is an integer. */
  readonly errorCode?: number;
  /** The error's code alone says that the node did not execute the call. */
  readonly isRefused?: boolean;
  /** The height at which the result was made, if it says so. */
  readonly height?: number | undefined;
  /** The answer's text, if the call is in a batch and has an answer that the caller may get. */
  readonly raw?: Buffer | undefined;
};

/** A node's answer to a request: its answers to the calls, in order, and what the whole is worth. */
export type NodeAnswer = AnswerReading & {
  readonly calls: readonly CallAnswer[];
  /** The raw error, if the node answered a whole batch with one error that the caller may get. */
  readonly batchError?: Buffer | undefined;
};

/** The request that a node answered: a single call, or a batch. */
type SentCalls = { readonly calls: readonly ValidElement[]; readonly batch: boolean; readonly chain: Chain };

/** The body is read first, whatever the status: a JSON-RPC error says more. */
export function readNodeAnswer(answer: UpstreamAnswer, sent: SentCalls): NodeAnswer {
  const { status } = answer;
  const read = sent.batch ? readBatch(answer, sent) : { calls: readSingle(answer, sent) };
  const height = lowestHeight(read.calls);
  if (isSuccess(status) && read.calls.every(({ result }) => result === 'ok')) {
    return { ...read, outcome: 'answered', height };
  }
  const calls = read.calls.map((call) => withoutUnusable(call, status));
  const results = calls.map(({ result }) => result);
  return {
    ...read,
    calls,
    outcome: outcomeOfCalls(calls, status),
    height,
    cause: results.find((result) => result === 'limited' || result === 'refused'),
    isBehind: results.includes('behind'),
    doubtful: doubtfulMethods(sent.calls, results),
  };
}

function lowestHeight(calls: readonly CallAnswer[]): number | undefined {
  let lowest: number | undefined;
  for (const { height } of calls) if (height !== undefined) lowest = Math.min(height, lowest ?? height);
  return lowest;
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** Nothing of these answers reaches the caller. */
const isUnusable = ({ result }: CallAnswer): boolean =>
  result === 'unreadable' || result === 'limited' || result === 'refused';

/** Only a 2xx status belongs to a result, and only one that callers may see to an error that no rule knows. */
function withoutUnusable(call: CallAnswer, status: number): CallAnswer {
  const isRight = call.result === 'ok' ? isSuccess(status) : call.result !== 'doubtful' || isPassable(status);
  if (!isRight) return { result: 'unreadable' };
  return isUnusable(call) ? { ...call, raw: undefined } : call;
}

function outcomeOfCalls(calls: readonly CallAnswer[], status: number): AnswerReading['outcome'] {
  const areAll = (wanted: CallResult) => calls.every(({ result }) => result === wanted);
  const byStatus = outcomeOfStatus(status);
  if (areAll('unreadable')) return byStatus;
  if (calls.every(({ isRefused }) => isRefused)) return areAll('behind') ? 'behind' : 'refused';
  if (calls.every(isUnusable)) return byStatus === 'refused' ? 'refused' : 'refused_by_text';
  if (calls.some(isUnusable)) return 'incomplete';
  return calls.some(({ result }) => result === 'missing' || result === 'behind') ? 'lacking' : 'answered';
}

function doubtfulMethods(
  calls: readonly ValidElement[],
  results: readonly CallResult[],
): readonly string[] | undefined {
  if (!results.includes('doubtful')) return undefined;
  const methods = (isWanted: (result: CallResult | undefined) => boolean) =>
    new Set(calls.flatMap(({ call }, index) => (isWanted(results[index]) ? call.method : [])));
  return [...methods((result) => result === 'doubtful').difference(methods((result) => result !== 'doubtful'))];
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

function singleCallAnswer(
  object: AnswerObject,
  call: ValidElement,
  { bytes, whole }: UnpackedBody,
  chain: Chain,
): CallAnswer {
  const { kind, id, error } = object;
  const isUnknown = id === undefined && !whole;
  if (kind === 'unreadable' || !(isUnknown || belongsTo(call, id, kind))) return { result: 'unreadable' };
  return error ? errorAnswer(error, chain) : { result: 'ok', height: heightOf(object, bytes, chain) };
}

/** A result says at its start at which height it was made. */
const heightBytes = 256;

function heightOf({ resultAt }: AnswerObject, bytes: Buffer, { heightOfResult }: Chain): number | undefined {
  if (resultAt === undefined || !heightOfResult) return undefined;
  return heightOfResult(bytes.toString('latin1', resultAt, resultAt + heightBytes));
}

/** If a node cannot relate an error to a call, the error's id is null (JSON-RPC 2.0, 5). Some nodes leave it out. */
function belongsTo({ call }: ValidElement, id: string | undefined, kind: AnswerObject['kind']): boolean {
  if (id === undefined || id === 'null') return kind === 'error';
  return parseJson(id) === call.id;
}

function errorAnswer(raw: Buffer, chain: Chain): CallAnswer {
  const error = readError(raw);
  if (!error) return { result: 'unreadable' };
  const rule = ruleFor(chain.errorRules, error);
  const result = rule?.means ?? 'doubtful';
  const isRefused = rule?.code !== undefined && result !== 'caller' && result !== 'missing';
  return { result, ...(isRefused && { isRefused }), ...codeOf(error) };
}

/** A code must be an integer (JSON-RPC 2.0, 5.1); any other is dropped. */
const codeOf = ({ code }: RpcError): Pick<CallAnswer, 'errorCode'> =>
  Number.isSafeInteger(code) ? { errorCode: Number(code) } : {};

/**
 * The answer to each call of a batch. If the node answers with one error, that is the answer to every call. An array that
 * is too large to unpack is taken for a result of every call.
 */
function readBatch(answer: UpstreamAnswer, { calls, chain }: SentCalls): Pick<NodeAnswer, 'calls' | 'batchError'> {
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
  return { calls: matchAnswers(elements, calls).map((element) => elementAnswer(element, body.bytes, chain)) };
}

function elementAnswer(element: BatchElement | undefined, bytes: Buffer, chain: Chain): CallAnswer {
  if (!element) return { result: 'unreadable' };
  const { raw, object } = element;
  if (object.error) return { ...errorAnswer(object.error, chain), raw };
  if (object.kind !== 'ok') return { result: 'unreadable', raw };
  return { result: 'ok', height: heightOf(object, bytes, chain), raw };
}

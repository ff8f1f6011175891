// Answers are read as slices of their bytes: a large result is checked but never parsed, and an error keeps every digit.
// A schema library would need the parsed value.

import type { Chain, RpcError } from '../chains/chain.ts';
import { ruleFor } from '../chains/error-rules.ts';
import { builtIn } from '../runtime/built-in.ts';
import { parseJson } from '../schema.ts';
import {
  maxCallBytes,
  maxUnpackedBytes,
  type UnpackedBody,
  type UpstreamAnswer,
  unpackedBody,
} from '../upstream/upstream-answer.ts';
import { type AnswerObject, isObjectAt, readError, readObject, unreadableObject } from './answer-object.ts';
import { type CallAnswer, type NodeAnswer, type ReadAnswer, withOutcome } from './answer-outcome.ts';
import { outlineJson } from './json-outline.ts';
import { type BatchElement, matchAnswers, readElements } from './match-answers.ts';
import type { ValidElement } from './rpc-request.ts';

const { isUtf8 } = builtIn('node:buffer');

/** The request that a node answered: a single call, or a batch. */
type SentCalls = { readonly calls: readonly ValidElement[]; readonly batch: boolean; readonly chain: Chain };

/** The body is read first, whatever the status: a JSON-RPC error says more. */
export function readNodeAnswer(answer: UpstreamAnswer, sent: SentCalls): NodeAnswer {
  const read = sent.batch ? readBatch(answer, sent) : { calls: readSingle(answer, sent) };
  return withOutcome(read, answer.status, sent.calls);
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
const openBrace = 123;

function heightOf({ resultAt }: AnswerObject, bytes: Buffer, { heightOfResult }: Chain): number | undefined {
  if (resultAt === undefined || !heightOfResult || bytes[resultAt] !== openBrace) return undefined;
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
function readBatch(answer: UpstreamAnswer, { calls, chain }: SentCalls): ReadAnswer {
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

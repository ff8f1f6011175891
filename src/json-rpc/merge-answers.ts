import { maxAnswerBytes } from '../http/http-exchange.ts';
import { InvalidRequestError, ResponseTooLargeError } from '../runtime/gateway-errors.ts';
import { checkBeforeResending } from '../upstream/upstream-failure.ts';
import { type CallPart, type ElementAnswer, errorAnswer } from './call-answers.ts';
import { httpStatusOf } from './error-answer.ts';
import { type RequestResult, toPayload } from './request-result.ts';
import type { RequestElement, RpcRequest } from './rpc-request.ts';

/**
 * The answer to a request from the answers to its elements, in the order of the request. Elements without one are
 * invalid. If all answers together are too large, the largest become errors, one by one, until the rest fits.
 */
export function mergeAnswers(
  { rpc, requestId }: { readonly rpc: RpcRequest; readonly requestId: string },
  parts: readonly CallPart[],
  answers: ReadonlyMap<RequestElement, ElementAnswer>,
): RequestResult {
  const merged = rpc.elements.map(
    (element) => answers.get(element) ?? errorAnswer(element, new InvalidRequestError(element.problem), requestId),
  );
  const tooLarge = (index: number) => {
    const element = rpc.elements[index] ?? { raw: '' };
    const onlyReads = parts.every((part) => part.onlyReads || !part.calls.some((call) => call === element));
    return errorAnswer(element, new ResponseTooLargeError(onlyReads ? undefined : checkBeforeResending), requestId);
  };
  const payload = fitAnswers(merged, tooLarge, rpc.batch);
  return {
    status: statusOf(merged),
    contentType: 'application/json',
    contentEncoding: undefined,
    payload,
    calls: merged.map(({ call }) => call),
  };
}

function fitAnswers(merged: ElementAnswer[], tooLarge: (index: number) => ElementAnswer, batch: boolean) {
  const largestFirst = merged
    .map(({ text }, index) => ({ index, bytes: Buffer.byteLength(text) }))
    .sort((a, b) => b.bytes - a.bytes);
  let bytes = largestFirst.reduce((sum, one) => sum + one.bytes, 0);
  for (const largest of largestFirst) {
    const payload = bytes <= maxAnswerBytes ? payloadOf(merged, batch) : undefined;
    if (payload) return payload;
    merged[largest.index] = tooLarge(largest.index);
    bytes -= largest.bytes;
  }
  return toPayload(bodyOf(merged, batch), 'json');
}

const bodyOf = (merged: readonly ElementAnswer[], batch: boolean): Buffer => {
  const texts = merged.map(({ text }) => text).join(',');
  return Buffer.from(batch ? `[${texts}]` : texts);
};

function payloadOf(merged: readonly ElementAnswer[], batch: boolean) {
  try {
    return toPayload(bodyOf(merged, batch), 'json');
  } catch (error) {
    if (error instanceof ResponseTooLargeError) return undefined;
    throw error;
  }
}

/** That of the first failure if no call has an answer. */
function statusOf(merged: readonly ElementAnswer[]): number {
  const statuses = merged.map(({ call }) => (call.error ? httpStatusOf(call.error) : 200));
  return statuses.includes(200) ? 200 : (statuses.find((status) => status >= 500) ?? 200);
}

import { maxAnswerBytes } from '../http/http-exchange.ts';
import { InvalidRequestError, ResponseTooLargeError } from '../runtime/gateway-errors.ts';
import { checkBeforeResending } from '../upstream/upstream-failure.ts';
import { type CallPart, type ElementAnswer, errorAnswer } from './call-answers.ts';
import { httpStatusOf } from './error-answer.ts';
import { type AnswerPayload, type RequestResult, toPayload } from './request-result.ts';
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
  const writes = new Set<RequestElement>(parts.filter(({ use }) => use !== 'read').flatMap(({ calls }) => calls));
  const tooLarge = (index: number) => {
    const element = rpc.elements[index] ?? { raw: '' };
    const advice = writes.has(element) ? checkBeforeResending : undefined;
    return errorAnswer(element, new ResponseTooLargeError(advice), requestId);
  };
  const { fitted, payload } = fitAnswers(merged, tooLarge, rpc.batch);
  return {
    status: statusOf(fitted),
    contentType: 'application/json',
    contentEncoding: undefined,
    payload,
    calls: fitted.map(({ call }) => call),
  };
}

type Fitted = { readonly fitted: readonly ElementAnswer[]; readonly payload: AnswerPayload };

/** Finds by bisection how many answers must go: to encode several megabytes takes tens of milliseconds. */
function fitAnswers(
  merged: readonly ElementAnswer[],
  tooLarge: (index: number) => ElementAnswer,
  batch: boolean,
): Fitted {
  const largestFirst = merged
    .map(({ text }, index) => ({ index, bytes: Buffer.byteLength(text) }))
    .sort((a, b) => b.bytes - a.bytes);
  const without = (count: number): Fitted | undefined => {
    const gone = new Set(largestFirst.slice(0, count).map(({ index }) => index));
    const fitted = merged.map((answer, index) => (gone.has(index) ? tooLarge(index) : answer));
    const payload = payloadOf(fitted, batch);
    return payload && { fitted, payload };
  };
  let best = without(0);
  let [least, most] = [1, best ? 0 : merged.length];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    const found = without(middle);
    if (found) [best, most] = [found, middle];
    else least = middle + 1;
  }
  return best ?? allTooLarge(merged, tooLarge, batch);
}

function allTooLarge(
  merged: readonly ElementAnswer[],
  tooLarge: (index: number) => ElementAnswer,
  batch: boolean,
): Fitted {
  const fitted = merged.map((_, index) => tooLarge(index));
  return { fitted, payload: toPayload(Buffer.from(bodyOf(fitted, batch)), 'json') };
}

const bodyOf = (answers: readonly ElementAnswer[], batch: boolean): string => {
  const texts = answers.map(({ text }) => text).join(',');
  return batch ? `[${texts}]` : texts;
};

/** Undefined if the answers do not fit. */
function payloadOf(answers: readonly ElementAnswer[], batch: boolean): AnswerPayload | undefined {
  const bytes = answers.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > maxAnswerBytes) return undefined;
  try {
    return toPayload(Buffer.from(bodyOf(answers, batch)), 'json');
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

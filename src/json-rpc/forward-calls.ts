import { NoAnswerError } from '../http/http-exchange.ts';
import { ResponseTooLargeError, toGatewayError } from '../runtime/gateway-errors.ts';
import type { Clock } from '../time.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import { checkBeforeResending, isPassable } from '../upstream/upstream-failure.ts';
import { askNodes, type ForwardRequest, isWhole, type NodesAnswer } from './ask-nodes.ts';
import { answersOf, type CallPart, type ElementAnswer, errorAnswer, outcomeOfCall } from './call-answers.ts';
import { mergeAnswers } from './merge-answers.ts';
import { type RequestResult, toPayload } from './request-result.ts';
import type { RequestElement } from './rpc-request.ts';
import { splitCalls } from './split-calls.ts';

type ForwardEnd = { readonly result: PromiseSettledResult<RequestResult>; readonly upstreamMs: number };

/** A started forward. `ended` never rejects, so it need not be awaited. */
export type PendingForward = { readonly ended: Promise<ForwardEnd>; readonly cancel: () => void };

/** Starts to forward a request's calls, and measures how long that takes. */
export function startForward(request: ForwardRequest, forwarder: Forwarder, clock: Clock): PendingForward {
  const controller = new AbortController();
  const startedAt = clock();
  const settled = Promise.allSettled([forwardCalls({ ...request, signal: controller.signal }, forwarder)]);
  return {
    ended: settled.then(([result]) => ({ result, upstreamMs: Math.max(0, clock() - startedAt) })),
    // An explicit reason: the default one, a DOMException, costs 30 µs per request.
    cancel: () => controller.abort('cancelled'),
  };
}

/**
 * Forwards a request's valid calls to the nodes that serve their methods. If one node answers every element of the
 * request, its answer is passed through unchanged. Otherwise the answer is put together from the nodes' answers and the
 * gateway's own errors. The parts of a batch run at the same time, so the order of execution is not promised.
 * @throws {GatewayError} if all calls go to the same nodes, and no node answered or the answer cannot be passed on
 * @throws {NoAnswerError} if the request is cancelled
 */
export async function forwardCalls(request: ForwardRequest, forwarder: Forwarder): Promise<RequestResult> {
  const { parts, refused } = splitCalls(request, forwarder);
  const [part] = parts;
  if (part && parts.length === 1 && refused.size === 0) return forwardTogether(request, part, forwarder);
  const refusals = [...refused].map(([element, error]) =>
    answered(element, errorAnswer(element, error, request.requestId)),
  );
  const answers = await Promise.all(parts.map((one) => forwardPart(request, one, forwarder)));
  return mergeAnswers(request, parts, new Map([...refusals, ...answers.flat()]));
}

/** The answer of an element of the request. */
type Answered = readonly [RequestElement, ElementAnswer];

const answered = (element: RequestElement, answer: ElementAnswer): Answered => [element, answer];

async function forwardTogether(request: ForwardRequest, part: CallPart, forwarder: Forwarder): Promise<RequestResult> {
  const answers = await askNodes(request, part, forwarder);
  const [best] = answers;
  if (answers.length > 1 || !isWhole(request, best.part) || best.forwarded.reading.outcome === 'incomplete') {
    return mergeAnswers(request, [part], new Map(elementAnswers(request, answers)));
  }
  try {
    return passThrough(best);
  } catch (error) {
    // The default advice, to ask for less, is wrong for a write: it may already have taken effect.
    if (error instanceof ResponseTooLargeError && part.use !== 'read') {
      throw new ResponseTooLargeError(checkBeforeResending);
    }
    throw error;
  }
}

/** A part that fails becomes an error of each of its calls. */
async function forwardPart(request: ForwardRequest, part: CallPart, forwarder: Forwarder): Promise<Answered[]> {
  try {
    return elementAnswers(request, await askNodes(request, part, forwarder));
  } catch (thrown) {
    if (thrown instanceof NoAnswerError) throw thrown;
    const error = toGatewayError(thrown);
    return part.calls.map((element) => answered(element, errorAnswer(element, error, request.requestId)));
  }
}

/** Of several answers to a call, the earlier one counts. */
const elementAnswers = ({ requestId }: ForwardRequest, answers: readonly NodesAnswer[]): Answered[] =>
  answers.toReversed().flatMap(({ part, forwarded }) => answersOf(forwarded, part, requestId));

function passThrough({ part, forwarded }: NodesAnswer): RequestResult {
  const { status, contentType, contentEncoding, body } = forwarded.answer;
  return {
    // The caller would take such a status for the gateway's own.
    status: isPassable(status) ? status : 200,
    contentType: contentType ?? 'application/octet-stream',
    contentEncoding,
    payload: toPayload(body, contentEncoding === undefined ? 'json' : 'compressed'),
    calls: part.calls.map(({ call }, index) => outcomeOfCall(call.method, forwarded, index)),
  };
}

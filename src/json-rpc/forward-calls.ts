import type { Chain } from '../chains/chain.ts';
import { NoAnswerError } from '../http/http-exchange.ts';
import type { RequestTries } from '../records/tries.ts';
import { ResponseTooLargeError, toGatewayError } from '../runtime/gateway-errors.ts';
import { parseJson } from '../schema.ts';
import type { Clock } from '../time.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import type { UpstreamAnswer } from '../upstream/upstream-answer.ts';
import { checkBeforeResending } from '../upstream/upstream-failure.ts';
import {
  answersOf,
  type CallPart,
  type ElementAnswer,
  errorAnswer,
  type Forwarded,
  outcomeOfCall,
} from './call-answers.ts';
import { elements, memberValue } from './json-slices.ts';
import { mergeAnswers } from './merge-answers.ts';
import { readNodeAnswer } from './node-answer.ts';
import type { ProxyRequest } from './parse-request.ts';
import { type BodyForm, type RequestResult, toPayload } from './request-result.ts';
import type { RequestElement, RpcRequest } from './rpc-request.ts';
import { splitCalls } from './split-calls.ts';

/** A request whose valid calls are to be forwarded. */
export type ForwardRequest = Pick<ProxyRequest, 'network' | 'chain' | 'accountId' | 'body' | 'acceptGzip'> & {
  readonly rpc: RpcRequest;
  readonly requestId: string;
  /** How long all attempts together may take, in ms; set by the key's plan. */
  readonly timeLimitMs: number;
  readonly tries: RequestTries;
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
};

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
  const forwarded = await forwarder.forward(nodeRequest(request, part));
  if (!isWhole(request, part) || forwarded.reading.fault === 'incomplete') {
    return mergeAnswers(request, [part], new Map(answersOf(forwarded, part, request.requestId)));
  }
  try {
    return passThrough(forwarded, part);
  } catch (error) {
    // The default advice, to ask for less, is wrong for a write: it may already have taken effect.
    if (error instanceof ResponseTooLargeError && !part.onlyReads) {
      throw new ResponseTooLargeError(checkBeforeResending);
    }
    throw error;
  }
}

/** A part that fails becomes an error of each of its calls. */
async function forwardPart(request: ForwardRequest, part: CallPart, forwarder: Forwarder): Promise<Answered[]> {
  try {
    return answersOf(await forwarder.forward(nodeRequest(request, part)), part, request.requestId);
  } catch (thrown) {
    if (thrown instanceof NoAnswerError) throw thrown;
    const error = toGatewayError(thrown);
    return part.calls.map((element) => answered(element, errorAnswer(element, error, request.requestId)));
  }
}

/** The oldest block that a call names. */
function oldestBlockOf({ calls }: CallPart, chain: Chain): number | undefined {
  const blocks = calls.flatMap(({ call, raw }) => {
    const position = chain.blockParams.get(call.method);
    if (position === undefined) return [];
    const params = memberValue(raw, 'params');
    const named = params?.startsWith('[') ? elements(params, position + 1)[position] : undefined;
    return chain.readBlock(named === undefined ? undefined : parseJson(named)) ?? [];
  });
  return blocks.length > 0 ? Math.min(...blocks) : undefined;
}

/** Whether the part is the whole request, so that the node gets the client's bytes. */
const isWhole = ({ rpc }: ForwardRequest, { calls }: CallPart): boolean => calls.length === rpc.elements.length;

function nodeRequest(request: ForwardRequest, part: CallPart) {
  const { network, chain, accountId, rpc, acceptGzip, timeLimitMs, tries, signal } = request;
  const { calls, onlyReads } = part;
  const whole = isWhole(request, part);
  const methods = [...new Set(calls.map(({ call }) => call.method))];
  return {
    network,
    chain,
    body: whole ? request.body : `[${calls.map(({ raw }) => raw).join(',')}]`,
    callCount: calls.length,
    onlyReads,
    methods,
    accountId,
    acceptGzip: whole && acceptGzip,
    timeLimitMs,
    oldestBlock: () => oldestBlockOf(part, chain),
    read: (answer: UpstreamAnswer) => readNodeAnswer(answer, { calls, batch: rpc.batch, chain }),
    tries: tries.ofMethods(methods),
    signal,
  };
}

function passThrough(forwarded: Forwarded, { calls }: CallPart): RequestResult {
  const { status, contentType, contentEncoding, body } = forwarded.answer;
  return {
    status,
    contentType: contentType ?? 'application/octet-stream',
    contentEncoding,
    payload: toPayload(body, formOf(forwarded.answer)),
    calls: calls.map(({ call }, index) => outcomeOfCall(call.method, forwarded, index)),
  };
}

/** An answer that is no refusal has been checked as JSON, unless it is compressed. */
const formOf = ({ status, contentEncoding }: UpstreamAnswer): BodyForm => {
  if (contentEncoding !== undefined) return 'compressed';
  return status < 400 ? 'json' : 'any';
};

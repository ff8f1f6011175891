import { isRead } from '../chains/chain.ts';
import { type Outcome, outcomeOf } from '../records/outcome.ts';
import type { CallOutcome } from '../records/record.ts';
import {
  type GatewayError,
  InvalidRequestError,
  ResponseTooLargeError,
  UpstreamUnavailableError,
} from '../runtime/gateway-errors.ts';
import type { Clock } from '../time.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import type { ForwardResult } from '../upstream/node-client.ts';
import type { UpstreamAnswer } from '../upstream/upstream-answer.ts';
import { checkBeforeResending } from '../upstream/upstream-failure.ts';
import { errorText } from './error-answer.ts';
import { type CallAnswer, type CallResult, type NodeAnswer, readNodeAnswer } from './node-answer.ts';
import type { ProxyRequest } from './parse-request.ts';
import { type BodyForm, type RequestResult, toPayload } from './request-result.ts';
import { isValid, type RpcRequest, rawId, type ValidElement } from './rpc-request.ts';

/** A request whose valid calls are to be forwarded. */
export type ForwardRequest = Pick<ProxyRequest, 'network' | 'chain' | 'accountId' | 'body' | 'acceptGzip'> & {
  readonly rpc: RpcRequest;
  readonly requestId: string;
  /** How long all attempts together may take, in ms; set by the key's plan. */
  readonly timeLimitMs: number;
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
 * Forwards a request's valid calls to a node. The node's answer is passed through unchanged if it answers every element
 * of the request. Otherwise the gateway's own errors fill the gaps.
 * @throws {GatewayError} if no node answered, or the answer cannot be passed on
 * @throws {NoAnswerError} if the request is cancelled
 */
export async function forwardCalls(request: ForwardRequest, forwarder: Forwarder): Promise<RequestResult> {
  const { network, chain, accountId, rpc, acceptGzip, timeLimitMs, signal } = request;
  const calls = rpc.elements.filter(isValid);
  const allValid = calls.length === rpc.elements.length;
  const onlyReads = calls.every(({ call }) => isRead(chain, call.method));
  const forwarded = await forwarder.forward({
    network,
    chain,
    body: allValid ? request.body : `[${calls.map(({ raw }) => raw).join(',')}]`,
    onlyReads,
    methods: [...new Set(calls.map(({ call }) => call.method))],
    accountId,
    acceptGzip: allValid && acceptGzip,
    timeLimitMs,
    read: (answer) => readNodeAnswer(answer, { calls, batch: rpc.batch, chain }),
    signal,
  });
  try {
    return allValid && forwarded.reading.fault !== 'incomplete'
      ? passThrough(forwarded, calls)
      : fillGaps(forwarded, request, onlyReads);
  } catch (error) {
    // The default advice, to ask for less, is wrong for a write: it may already have taken effect.
    if (error instanceof ResponseTooLargeError && !onlyReads) throw new ResponseTooLargeError(checkBeforeResending);
    throw error;
  }
}

type Forwarded = ForwardResult<NodeAnswer>;

function passThrough(forwarded: Forwarded, calls: readonly ValidElement[]): RequestResult {
  const { status, contentType, contentEncoding, body } = forwarded.answer;
  return {
    status,
    contentType: contentType ?? 'application/octet-stream',
    contentEncoding,
    payload: toPayload(body, formOf(forwarded.answer)),
    calls: calls.map(({ call }, index) => outcomeOfCall(call.method, forwarded, index)),
  };
}

/** Builds a batch's answer from the node's answers and the gateway's errors, one per element of the request. */
function fillGaps(forwarded: Forwarded, { rpc, requestId }: ForwardRequest, onlyReads: boolean): RequestResult {
  const { answer, reading } = forwarded;
  const texts: string[] = [];
  const outcomes: CallOutcome[] = [];
  let index = 0;
  for (const element of rpc.elements) {
    if (isValid(element)) {
      const text = reading.calls[index]?.raw?.toString() ?? nodeError(element, reading);
      texts.push(text ?? errorText(gapError(answer, onlyReads), requestId, rawId(element.raw)));
      outcomes.push(outcomeOfCall(element.call.method, forwarded, index));
      index += 1;
    } else {
      const invalid = new InvalidRequestError(element.problem);
      texts.push(errorText(invalid, requestId, rawId(element.raw)));
      outcomes.push({ method: undefined, outcome: outcomeOf(invalid.reason) });
    }
  }
  return {
    status: 200,
    contentType: 'application/json',
    contentEncoding: undefined,
    payload: toPayload(Buffer.from(`[${texts.join(',')}]`), 'json'),
    calls: outcomes,
  };
}

/** An answer that is no refusal has been checked as JSON, unless it is compressed. */
const formOf = ({ status, contentEncoding }: UpstreamAnswer): BodyForm => {
  if (contentEncoding !== undefined) return 'compressed';
  return status < 400 ? 'json' : 'any';
};

/** If the node answered the whole batch with one error, each call gets that error with its own id. */
const nodeError = ({ raw }: ValidElement, { batchError }: NodeAnswer): string | undefined =>
  batchError === undefined ? undefined : `{"jsonrpc":"2.0","id":${rawId(raw)},"error":${batchError}}`;

/** The error of a call that the node's answer leaves out. */
function gapError({ status }: UpstreamAnswer, onlyReads: boolean): GatewayError {
  if (status >= 400) return new InvalidRequestError(`The node refused the request with the HTTP status ${status}.`);
  return new UpstreamUnavailableError(
    `The node gave no answer to this call. ${onlyReads ? 'Try again shortly.' : checkBeforeResending}`,
  );
}

const outcomeOfResult: Readonly<Record<CallResult, Outcome>> = {
  ok: 'ok',
  rpc_error: 'rpc_error',
  missing: 'rpc_error',
  behind: 'rpc_error',
  limited: 'rpc_error',
  unreadable: 'upstream_error',
};

const unreadable: CallAnswer = { result: 'unreadable' };

function outcomeOfCall(method: string, { reading, fromEveryNode }: Forwarded, index: number): CallOutcome {
  const { result, errorCode } = reading.calls[index] ?? unreadable;
  // Every node is behind or has reached a limit: the call is given back to the day's quota, and its record has no error
  // code.
  if (fromEveryNode && (result === 'behind' || result === 'limited')) return { method, outcome: 'upstream_error' };
  return { method, outcome: outcomeOfResult[result], ...(errorCode !== undefined && { errorCode }) };
}

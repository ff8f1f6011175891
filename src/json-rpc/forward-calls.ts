import type { Chain } from '../chains/chain.ts';
import { chainOf } from '../chains/network-chain.ts';
import {
  type GatewayError,
  InvalidRequestError,
  ResponseTooLargeError,
  UpstreamUnavailableError,
} from '../gateway-errors.ts';
import { type Outcome, outcomeOf } from '../records/outcome.ts';
import type { CallOutcome } from '../records/record.ts';
import type { Clock } from '../time.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import { textOf, type UpstreamAnswer } from '../upstream/upstream-answer.ts';
import { checkBeforeResending } from '../upstream/upstream-failure.ts';
import { errorText } from './error-answer.ts';
import { type CallResult, matchAnswers, rawError, readNodeAnswer } from './node-answer.ts';
import { type RequestResult, toPayload } from './request-result.ts';
import { isValid, type RpcRequest, rawId, type ValidElement } from './rpc-request.ts';

/** What is relayed to a network's node. */
export type ForwardRequest = {
  readonly network: string;
  readonly body: string;
  readonly request: RpcRequest;
  readonly acceptGzip: boolean;
  readonly requestId: string;
  /** How long the key's plan lets it take at the nodes, in ms. */
  readonly timeLimitMs: number;
  /** Cancels it. */
  readonly signal?: AbortSignal | undefined;
};

const outcomeOfResult: Readonly<Record<CallResult, Outcome>> = {
  ok: 'ok',
  rpc_error: 'rpc_error',
  missing: 'rpc_error',
  behind: 'rpc_error',
  unreadable: 'upstream_error',
};

/** A node's answer, and how each valid call ended, in order. */
type Answered = { readonly answer: UpstreamAnswer; readonly outcomes: readonly AnswerOutcome[] };

/** How a call ended, and the code of the error that the node answered with. */
type AnswerOutcome = Pick<CallOutcome, 'outcome' | 'errorCode'>;

/** A call that the node's answer says nothing of. */
const unanswered: AnswerOutcome = { outcome: 'upstream_error' };

/**
 * Sends a request's valid calls to a node and gives its answer: as it came where it answers every element of the request,
 * and otherwise with the gateway's own error in each gap.
 * @throws {GatewayError} when no node answered, or its answer cannot be passed on
 * @throws {NoAnswerError} when it is cancelled
 */
export async function forwardCalls(relayed: ForwardRequest, forwarder: Forwarder): Promise<RequestResult> {
  const { network, request } = relayed;
  const chain = requireChain(network);
  const calls = request.elements.filter(isValid);
  const whole = calls.length === request.elements.length;
  const sent = { calls, batch: request.batch, chain };
  const { answer, reading, fromEveryNode } = await forwarder.forward({
    network,
    body: whole ? relayed.body : `[${calls.map(({ raw }) => raw).join(',')}]`,
    onlyReads: onlyReads(relayed),
    acceptGzip: whole && relayed.acceptGzip,
    timeLimitMs: relayed.timeLimitMs,
    read: (came) => readNodeAnswer(came, sent),
    signal: relayed.signal,
  });
  const outcomes = reading.calls.map(({ verdict, ...error }) =>
    // No node was usable, so the call is given back to the day.
    verdict === 'behind' && fromEveryNode ? unanswered : { outcome: outcomeOfResult[verdict], ...error },
  );
  const answered = { answer, outcomes };
  try {
    return whole && reading.fault !== 'incomplete' ? asItCame(answered, calls) : withErrors(answered, relayed, calls);
  } catch (error) {
    if (error instanceof ResponseTooLargeError && !onlyReads(relayed))
      throw new ResponseTooLargeError(checkBeforeResending);
    throw error;
  }
}

function requireChain(network: string): Chain {
  const chain = chainOf(network);
  if (chain) return chain;
  throw new TypeError(`There is no network ${network}.`);
}

/** Whether no valid call of a request can change the chain. */
function onlyReads({ network, request }: Pick<ForwardRequest, 'network' | 'request'>): boolean {
  const chain = requireChain(network);
  return request.elements.every(({ call }) => call === undefined || chain.onlyReads(call.method));
}

function asItCame({ answer, outcomes }: Answered, calls: readonly ValidElement[]): RequestResult {
  const { status, contentType, contentEncoding, body } = answer;
  return {
    status,
    contentType: contentType ?? 'application/octet-stream',
    contentEncoding,
    payload: toPayload(body, contentEncoding !== undefined && contentEncoding !== 'identity'),
    calls: calls.map(({ call }, index) => ({ method: call.method, ...(outcomes[index] ?? unanswered) })),
  };
}

function withErrors(
  { answer, outcomes }: Answered,
  relayed: ForwardRequest,
  calls: readonly ValidElement[],
): RequestResult {
  const text = textOf(answer);
  const error = rawError(text);
  const answers = matchAnswers(text, calls);
  const gap = gapError(answer, onlyReads(relayed));
  const parts = relayed.request.elements.map((element) => {
    const id = rawId(element.raw);
    if (!isValid(element)) {
      const invalid = new InvalidRequestError(element.problem);
      return { text: errorText(invalid, relayed.requestId, id), method: undefined, outcome: outcomeOf(invalid.reason) };
    }
    const index = calls.indexOf(element);
    const ownError =
      error === undefined ? errorText(gap, relayed.requestId, id) : `{"jsonrpc":"2.0","id":${id},"error":${error}}`;
    return {
      text: answers[index] ?? ownError,
      method: element.call.method,
      ...(outcomes[index] ?? unanswered),
    };
  });
  return {
    status: 200,
    contentType: 'application/json',
    contentEncoding: undefined,
    payload: toPayload(Buffer.from(`[${parts.map((part) => part.text).join(',')}]`), false),
    calls: parts,
  };
}

/** What a call is told that the node's answer leaves out. */
function gapError({ status }: UpstreamAnswer, reads: boolean): GatewayError {
  if (status >= 400) return new InvalidRequestError(`The node refused the request with the HTTP status ${status}.`);
  return new UpstreamUnavailableError(
    `The node gave no answer to this call. ${reads ? 'Try again shortly.' : checkBeforeResending}`,
  );
}

/** How a relay ended, and how long it took, in ms. */
export type ForwardEnd = { readonly result: PromiseSettledResult<RequestResult>; readonly upstreamMs: number };

/** A relay under way: `ended` never rejects, whether anybody waits for it or not. */
export type PendingForward = { readonly ended: Promise<ForwardEnd>; readonly cancel: () => void };

/** Begins to relay a request; it goes on until it ends or is cancelled. */
export function startForward(relayed: ForwardRequest, forwarder: Forwarder, clock: Clock): PendingForward {
  const controller = new AbortController();
  const startedAt = clock();
  const settled = Promise.allSettled([forwardCalls({ ...relayed, signal: controller.signal }, forwarder)]);
  return {
    ended: settled.then(([result]) => ({ result, upstreamMs: Math.max(0, clock() - startedAt) })),
    // A reason of our own: the one that is made otherwise, a DOMException, takes 30 µs of every request.
    cancel: () => controller.abort('cancelled'),
  };
}

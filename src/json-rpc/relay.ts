import { InvalidRequestError, UpstreamUnavailableError } from '../errors.ts';
import { type Outcome, outcomeOf } from '../records/outcome.ts';
import type { CallOutcome } from '../records/record.ts';
import { beginningOf, textOf, type UpstreamAnswer } from '../upstream/answer.ts';
import { isRead } from '../upstream/chains.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import { errorText } from './answer.ts';
import { type Payload, toPayload } from './payload.ts';
import { isValid, type RpcRequest, rawId, type ValidElement } from './request.ts';
import { batchVerdicts, matchAnswers, type Verdict, verdictOf, wholeError } from './verdict.ts';

/** What is relayed to a network's node. */
export type Relay = {
  readonly network: string;
  readonly body: string;
  readonly request: RpcRequest;
  readonly acceptGzip: boolean;
  readonly requestId: string;
  /** Cancels it. */
  readonly signal?: AbortSignal | undefined;
};

/** A node's answer, fit for the client, and how each element of the request ended, in order. */
export type Relayed = {
  readonly status: number;
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
  readonly payload: Payload;
  readonly calls: readonly CallOutcome[];
};

const outcomeOfVerdict: Readonly<Record<Verdict, Outcome>> = {
  ok: 'ok',
  rpc_error: 'rpc_error',
  unreadable: 'upstream_error',
};

/**
 * Sends a request's valid calls to a node and gives its answer: as it came where all calls were valid, and otherwise
 * with each invalid call's own error in its place.
 * @throws {GatewayError} when no node answered, or its answer cannot be passed on
 * @throws {NoAnswerError} when it is cancelled
 */
export async function relay(relayed: Relay, forwarder: Forwarder): Promise<Relayed> {
  const { network, request } = relayed;
  const calls = request.elements.filter(isValid);
  const whole = calls.length === request.elements.length;
  const answer = await forwarder.forward({
    network,
    body: whole ? relayed.body : `[${calls.map(({ raw }) => raw).join(',')}]`,
    read: calls.every(({ call }) => isRead(network, call.method)),
    acceptGzip: whole && relayed.acceptGzip,
    signal: relayed.signal,
  });
  return whole ? asItCame(answer, request.batch, calls) : withErrors(answer, relayed, calls);
}

function asItCame(answer: UpstreamAnswer, batch: boolean, calls: readonly ValidElement[]): Relayed {
  const { status, contentType, contentEncoding } = answer;
  const verdicts = batch
    ? batchVerdicts(textOf(answer), calls)
    : [verdictOf(beginningOf(answer)) ?? verdictOf(textOf(answer)) ?? 'unreadable'];
  return {
    status,
    contentType: contentType ?? 'application/octet-stream',
    contentEncoding,
    payload: toPayload(answer.body, contentEncoding !== undefined && contentEncoding !== 'identity'),
    calls: calls.map(({ call }, index) => ({
      method: call.method,
      outcome: outcomeOfVerdict[verdicts[index] ?? 'unreadable'],
    })),
  };
}

function withErrors(answer: UpstreamAnswer, { request, requestId }: Relay, calls: readonly ValidElement[]): Relayed {
  const text = textOf(answer);
  const error = wholeError(text);
  const answers = matchAnswers(text, calls);
  const verdicts = batchVerdicts(text, calls);
  const parts = request.elements.map((element) => {
    const id = rawId(element.raw);
    if (!isValid(element)) {
      const invalid = new InvalidRequestError(element.problem);
      return { text: errorText(invalid, requestId, id), method: undefined, outcome: outcomeOf(invalid.reason) };
    }
    const index = calls.indexOf(element);
    const ownError = error === undefined ? unanswered(requestId, id) : `{"jsonrpc":"2.0","id":${id},"error":${error}}`;
    const outcome = outcomeOfVerdict[verdicts[index] ?? 'unreadable'];
    return { text: answers[index] ?? ownError, method: element.call.method, outcome };
  });
  return {
    status: 200,
    contentType: 'application/json',
    contentEncoding: undefined,
    payload: toPayload(Buffer.from(`[${parts.map((part) => part.text).join(',')}]`), false),
    calls: parts,
  };
}

const unanswered = (requestId: string, id: string): string =>
  errorText(new UpstreamUnavailableError('The node gave no answer to this call. Try it again.'), requestId, id);

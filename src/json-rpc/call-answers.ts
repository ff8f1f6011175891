import { type Outcome, outcomeOf } from '../records/outcome.ts';
import type { CallOutcome } from '../records/record.ts';
import { type GatewayError, UpstreamUnavailableError } from '../runtime/gateway-errors.ts';
import type { ForwardEnd } from '../upstream/end-of-forward.ts';
import type { CallUse } from '../upstream/next-step.ts';
import { checkBeforeResending } from '../upstream/upstream-failure.ts';
import type { CallAnswer, CallResult, NodeAnswer } from './answer-outcome.ts';
import { errorText, jsonRpcCodeOf } from './error-answer.ts';
import type { AnsweredCall } from './request-result.ts';
import { type RequestElement, rawId, type ValidElement } from './rpc-request.ts';

export type Forwarded = ForwardEnd<NodeAnswer>;

/** Calls of a request that the same nodes serve. They are forwarded together. */
export type CallPart = {
  readonly calls: readonly ValidElement[];
  /** One call that may write makes the whole part a write. */
  readonly use: CallUse;
};

/** The answer to one element of a request: a JSON-RPC object as text. */
export type ElementAnswer = { readonly text: string; readonly call: AnsweredCall };

/** The answer of an element that gets an error of the gateway. */
export function errorAnswer(element: RequestElement, error: GatewayError, requestId: string): ElementAnswer {
  const method = element.call?.method;
  const outcome = outcomeOf(error.reason);
  const errorCode = outcome === 'rpc_error' ? jsonRpcCodeOf(error) : undefined;
  return {
    text: errorText(error, requestId, rawId(element.raw)),
    call: { method, outcome, error, ...(errorCode !== undefined && { errorCode }) },
  };
}

/** The answers of a part's calls, from a node's answer. The gateway's own errors fill its gaps. */
export const answersOf = (forwarded: Forwarded, { calls, use }: CallPart, requestId: string) =>
  calls.map((element, index): readonly [RequestElement, ElementAnswer] => {
    const { reading } = forwarded;
    const call = outcomeOfCall(element.call.method, forwarded, index);
    const text =
      reading.calls[index]?.raw?.toString() ??
      nodeError(element, reading) ??
      errorText(new UpstreamUnavailableError(gapAdvice(use)), requestId, rawId(element.raw));
    return [element, { text, call }];
  });

/** If the node answered the whole batch with one error, each call gets that error with its own id. */
const nodeError = ({ raw }: ValidElement, { batchError }: NodeAnswer): string | undefined =>
  batchError === undefined ? undefined : `{"jsonrpc":"2.0","id":${rawId(raw)},"error":${batchError}}`;

/** Of a call that the node's answer leaves out, or answers with an error that is about the operator's account. */
const gapAdvice = (use: CallUse): string =>
  `The node gave no answer to this call. ${use === 'read' ? 'Try again shortly.' : checkBeforeResending}`;

const outcomeOfResult: Readonly<Record<CallResult, Outcome>> = {
  ok: 'ok',
  caller: 'rpc_error',
  doubtful: 'rpc_error',
  missing: 'rpc_error',
  behind: 'rpc_error',
  limited: 'upstream_error',
  refused: 'upstream_error',
  unreadable: 'upstream_error',
};

const unreadable: CallAnswer = { result: 'unreadable' };

export function outcomeOfCall(method: string, { reading, fromEveryNode }: Forwarded, index: number): CallOutcome {
  const { result, errorCode } = reading.calls[index] ?? unreadable;
  // Every node is behind: the call is given back to the day's quota, and its record has no error code.
  if (fromEveryNode && result === 'behind') return { method, outcome: 'upstream_error' };
  const outcome = outcomeOfResult[result];
  return { method, outcome, ...(outcome === 'rpc_error' && errorCode !== undefined && { errorCode }) };
}

import { NoAnswerError } from '../http/http-exchange.ts';
import { builtIn } from '../runtime/built-in.ts';
import {
  type GatewayError,
  InvalidRequestError,
  ResponseTooLargeError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../runtime/gateway-errors.ts';
import { type CallUse, isNotExecuted, type TryOutcome } from './next-step.ts';

const { isNativeError } = builtIn('node:util/types');

/**
 * What a failure means for the node's health. `counts`: several in a row make it rest. `rests`: it rests at once.
 * `ask`: the call alone may have caused it, so a health check decides about the node. `none`: nothing.
 */
type HealthEffect = 'counts' | 'rests' | 'ask' | 'none';

/** Why a node gave no usable answer. */
export type UpstreamFailure = {
  readonly outcome: TryOutcome;
  /** For the log. */
  readonly code: string;
  readonly status?: number;
  readonly detail?: string | undefined;
  readonly health: HealthEffect;
};

/** What an HTTP status means if the answer has no JSON-RPC error that says more. */
export function outcomeOfStatus(status: number): 'refused' | 'request_refused' | 'failed' {
  if (rejectsCredentials(status) || status === 429) return 'refused';
  return refusesRequest(status) ? 'request_refused' : 'failed';
}

/** The node rejects the operator's credentials, or the method is not on the operator's plan. */
export const rejectsCredentials = (status: number): boolean => status >= 401 && status <= 403;

/** The request is too large, or of a form that this node or a proxy before it does not take. */
const refusesRequest = (status: number): boolean => [413, 414, 415, 431].includes(status);

/** Statuses with which a node's error reaches the caller. Others look like the gateway's own, or like a redirect. */
export const isPassable = (status: number): boolean =>
  (status >= 200 && status <= 299) ||
  (status >= 400 && status <= 499 && outcomeOfStatus(status) !== 'refused' && status !== 408);

/** The failure of an answer that says nothing usable, from its status and from what its JSON-RPC errors say. */
export function failureOfAnswer(
  status: number,
  outcome: TryOutcome,
  cause: 'limited' | 'refused' | undefined,
): UpstreamFailure {
  if (outcome === 'request_refused') return { outcome, code: outcome, status, health: 'none' };
  const isRejected = cause === 'refused' || (cause === undefined && rejectsCredentials(status));
  const unnamed = status === 200 ? 'not_json_rpc' : 'status';
  const code = isRejected ? 'credentials_rejected' : (cause ?? unnamed);
  return { outcome, code, ...(status !== 200 && { status }), health: 'ask' };
}

/** The failure that an error means. Errors other than {@link NoAnswerError} come from reading the credentials. */
export function failureOfError(error: unknown): UpstreamFailure {
  const detail = detailOf(error);
  if (!(error instanceof NoAnswerError)) {
    return { outcome: 'unsent', code: 'no_credentials', detail, health: 'counts' };
  }
  const { code, sent } = error;
  if (code === 'too_large') return { outcome: 'too_large', code, health: 'none' };
  const isLost = code === 'unreachable' || code === 'timeout';
  if (isLost && !sent) return { outcome: 'unsent', code: 'unreachable', detail: detail ?? code, health: 'rests' };
  if (code === 'unreachable') return { outcome: 'failed', code: 'reset', detail, health: 'counts' };
  return { outcome: 'failed', code, detail, health: 'ask' };
}

function detailOf(error: unknown): string | undefined {
  const cause = error instanceof NoAnswerError ? error.cause : error;
  if (!isNativeError(cause)) return undefined;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

export const checkBeforeResending = 'The call may have reached the chain: check before you send it again.';

type Attempted = { readonly use: CallUse; readonly timeLimitMs: number };

/** The error for the client if this failure leaves no node to ask. */
export function errorOfFailure(
  { outcome, code, status }: UpstreamFailure,
  { use, timeLimitMs }: Attempted,
): GatewayError {
  const isUncertain = use !== 'read' && !isNotExecuted(outcome);
  if (outcome === 'request_refused') {
    return new InvalidRequestError(
      `The nodes refuse a request of this size or type, with the HTTP status ${status}. Send less at once.`,
    );
  }
  if (code === 'too_large') return new ResponseTooLargeError(isUncertain ? checkBeforeResending : undefined);
  if (code === 'timeout') {
    const limit = `This key's plan allows ${timeLimitMs / 1_000} s per call`;
    return new UpstreamTimeoutError(
      isUncertain
        ? `${limit}, and the node did not answer in that time. ${checkBeforeResending}`
        : `${limit}, and no node gave a usable answer in that time. Ask for less, or try again.`,
    );
  }
  if (isUncertain) return new UpstreamUnavailableError(`The node gave no usable answer. ${checkBeforeResending}`);
  return new UpstreamUnavailableError(
    use === 'read'
      ? 'No node gave a usable answer. Try again shortly.'
      : 'No node took the call, so it did not reach the chain. Try again shortly.',
  );
}

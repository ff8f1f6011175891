import { NoAnswerError } from '../http/http-exchange.ts';
import { builtIn } from '../runtime/built-in.ts';
import {
  type GatewayError,
  ResponseTooLargeError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../runtime/gateway-errors.ts';

const { isNativeError } = builtIn('node:util/types');

/**
 * What a failure means for the node's health. `counts`: several in a row make it rest. `rests`: it rests at once.
 * `ask`: the call alone may have caused it, so a health check decides about the node. `none`: nothing.
 */
type HealthEffect = 'counts' | 'rests' | 'ask' | 'none';

/** Why a node gave no usable answer. The table "When a node fails" in docs/api.md lists the consequences. */
export type UpstreamFailure = {
  readonly code: string;
  readonly status?: number;
  readonly detail?: string | undefined;
  /** The request may have reached the node, so a write must not be sent again. */
  readonly sent: boolean;
  readonly health: HealthEffect;
};

/** Statuses that are the node's fault, besides 5xx and redirects (which are never followed). */
const nodeFaultStatuses: ReadonlySet<number> = new Set([404, 408, 429]);

/** The node rejects the operator's credentials, or the method is not on the operator's plan. */
const credentialsRejected: ReadonlySet<number> = new Set([401, 402, 403]);

export const rejectsCredentials = (status: number): boolean => credentialsRejected.has(status);

/** The failure that an HTTP status means; undefined for a status that is passed on to the client. */
export function failureOfStatus(status: number): UpstreamFailure | undefined {
  if (rejectsCredentials(status)) return { code: 'credentials_rejected', status, sent: true, health: 'ask' };
  const isNodeFault = nodeFaultStatuses.has(status) || (status >= 300 && status <= 399) || status >= 500;
  return isNodeFault ? { code: 'status', status, sent: true, health: 'ask' } : undefined;
}

/** The failure that an error means. Errors other than {@link NoAnswerError} come from reading the credentials. */
export function failureOfError(error: unknown): UpstreamFailure {
  const detail = detailOf(error);
  if (!(error instanceof NoAnswerError)) return { code: 'no_credentials', detail, sent: false, health: 'counts' };
  const { code, sent } = error;
  if (code === 'too_large') return { code, sent, health: 'none' };
  const isLost = code === 'unreachable' || code === 'timeout';
  if (isLost && !sent) return { code: 'unreachable', detail: detail ?? code, sent, health: 'rests' };
  if (code === 'unreachable') return { code: 'reset', detail, sent, health: 'counts' };
  return { code, detail, sent, health: 'ask' };
}

function detailOf(error: unknown): string | undefined {
  const cause = error instanceof NoAnswerError ? error.cause : error;
  if (!isNativeError(cause)) return undefined;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

export const checkBeforeResending = 'The call may have reached the chain: check before you send it again.';

type Attempted = { readonly onlyReads: boolean; readonly timeLimitMs: number };

/** The error for the client if this failure leaves no node to ask. */
export function errorOfFailure({ code, sent }: UpstreamFailure, { onlyReads, timeLimitMs }: Attempted): GatewayError {
  const isUncertain = sent && !onlyReads;
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
    // Another node may have answered a read. A write came here only because no earlier node could be reached.
    onlyReads
      ? 'No node gave a usable answer. Try again shortly.'
      : 'No node could be reached, so the call was not sent. Try again shortly.',
  );
}

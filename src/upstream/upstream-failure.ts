import { builtIn } from '../built-in.ts';
import {
  type GatewayError,
  ResponseTooLargeError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../gateway-errors.ts';
import { NoAnswerError } from '../http/http-exchange.ts';

const { isNativeError } = builtIn('node:util/types');

/**
 * How a failure bears on a node's health: it counts against the node, makes it rest at once, makes the gateway ask the
 * node for its health, or says nothing.
 */
export type HealthEffect = 'counts' | 'rests' | 'ask' | 'none';

/** A node that gave no answer for the caller: docs/api.md, "When a node fails", lists what each means. */
export type UpstreamFailure = {
  /** For the log. */
  readonly code: string;
  readonly status?: number;
  readonly detail?: string | undefined;
  /** The request may have reached the node, so that a write must not be sent again. */
  readonly sent: boolean;
  readonly health: HealthEffect;
};

/** Statuses that mean "ask another node": also every redirect (none is followed) and every 5xx. */
const otherNode: ReadonlySet<number> = new Set([404, 408, 429]);

/** The node does not accept the operator's credentials, or its bill is not paid. */
const credentialsRejected: ReadonlySet<number> = new Set([401, 402, 403]);

/** The failure that an HTTP status stands for; undefined for a status that goes to the caller. */
export function failureOfStatus(status: number): UpstreamFailure | undefined {
  if (credentialsRejected.has(status)) return { code: 'credentials_rejected', status, sent: true, health: 'rests' };
  const isNodes = otherNode.has(status) || (status >= 300 && status <= 399) || status >= 500;
  return isNodes ? { code: 'status', status, sent: true, health: 'counts' } : undefined;
}

/** The failure behind an error of a try, and what the log says of it. */
export function failureOfError(error: unknown): UpstreamFailure {
  const detail = detailOf(error);
  if (!(error instanceof NoAnswerError)) return { code: 'no_credentials', detail, sent: false, health: 'counts' };
  const { code, sent } = error;
  if (code === 'too_large') return { code, sent, health: 'none' };
  const isLost = code === 'unreachable' || code === 'timeout';
  if (isLost && !sent) return { code: 'unreachable', detail: detail ?? code, sent, health: 'rests' };
  if (code === 'unreachable') return { code: 'reset', detail, sent, health: 'counts' };
  return { code, detail, sent, health: code === 'timeout' ? 'ask' : 'counts' };
}

function detailOf(error: unknown): string | undefined {
  const cause = error instanceof NoAnswerError ? error.cause : error;
  if (!isNativeError(cause)) return undefined;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

/** What a caller is told to do where a write may have had its effect. */
export const checkBeforeResending = 'The call may have reached the chain: check before you send it again.';

/** What a caller sent, and how long it could take, in ms. */
type Limited = { readonly onlyReads: boolean; readonly timeLimitMs: number };

/** The error for a caller whose request ended in this failure, with no other node left to ask. */
export function errorOfFailure({ code, sent }: UpstreamFailure, { onlyReads, timeLimitMs }: Limited): GatewayError {
  const inDoubt = sent && !onlyReads;
  if (code === 'too_large') return new ResponseTooLargeError(inDoubt ? checkBeforeResending : undefined);
  if (code === 'timeout') {
    const limit = `This key's plan allows a call ${timeLimitMs / 1_000} s`;
    return new UpstreamTimeoutError(
      inDoubt
        ? `${limit}, and the node did not answer in that time. ${checkBeforeResending}`
        : `${limit}, and no node gave a usable answer in that time. Ask for less, or try again.`,
    );
  }
  if (inDoubt) return new UpstreamUnavailableError(`The node gave no usable answer. ${checkBeforeResending}`);
  return new UpstreamUnavailableError(
    // Nodes before this one may have answered a read. A write got as far as this one because no other could be reached.
    onlyReads
      ? 'No node gave a usable answer. Try again shortly.'
      : 'No node could be reached, so the call was not sent. Try again shortly.',
  );
}

import { type GatewayError, LimitError } from '../errors.ts';
import { limitStatusHeaders, policyHeader } from '../limits/limit-status.ts';
import type { LimitStatus, Limits } from '../limits/limits.ts';
import type { Relayed } from './relay.ts';

/** What goes back over HTTP; `base64` says in which form the body's bytes stand in `body`. */
export type ProxyAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly base64: boolean;
};

/**
 * Dresses an answer with the headers that every answer of the proxy carries.
 * @param limitStatus undefined where the limits could not be read: then the headers that need it are left out
 */
export function toProxyAnswer(
  relayed: Relayed,
  requestId: string,
  limits: Limits,
  limitStatus: LimitStatus | undefined,
  error: GatewayError | undefined,
): ProxyAnswer {
  return {
    status: relayed.status,
    headers: {
      'Content-Type': relayed.contentType,
      ...(relayed.contentEncoding && { 'Content-Encoding': relayed.contentEncoding }),
      'X-Request-Id': requestId,
      ...policyHeader(limits),
      ...(limitStatus && limitStatusHeaders(limitStatus)),
      ...(error instanceof LimitError && { 'Retry-After': String(error.details.retryAfterSeconds) }),
    },
    body: relayed.payload.body,
    base64: relayed.payload.base64,
  };
}

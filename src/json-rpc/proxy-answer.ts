import type { Limits } from '../plans.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import type { GatewayError } from '../runtime/gateway-errors.ts';
import { retryAfterHeader } from './error-answer.ts';
import { limitStatusHeaders, policyHeader } from './limit-headers.ts';
import type { AnswerPayload, HandledRequest, RequestResult } from './request-result.ts';

export type ProxyAnswer = AnswerPayload & {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
};

/** The answer to a request without a key in use, as API Gateway gives it to a malformed one. */
export const forbidden: ProxyAnswer = {
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Forbidden"}',
  base64: false,
};

/**
 * Adds the headers that every answer has, except those that need a limit status if there is none.
 * @param limits undefined if they are not known
 */
export function toProxyAnswer(
  { result, limitStatus, error, upstreamMs }: HandledRequest,
  { requestId, durationMs }: Pick<RequestRecord, 'requestId' | 'durationMs'>,
  limits?: Limits,
): ProxyAnswer {
  return {
    status: result.status,
    headers: {
      'Content-Type': result.contentType,
      ...(result.contentEncoding && { 'Content-Encoding': result.contentEncoding }),
      'X-Request-Id': requestId,
      'Server-Timing': serverTiming(durationMs, upstreamMs),
      ...(limits && policyHeader(limits)),
      ...(limitStatus && limitStatusHeaders(limitStatus)),
      ...retryAfterHeader(error ?? busyError(result)),
    },
    body: result.payload.body,
    base64: result.payload.base64,
  };
}

/** Of a batch that was split, and of which no part has an answer. */
const busyError = ({ status, calls }: RequestResult): GatewayError | undefined =>
  status === 503 ? calls.find(({ error }) => error?.reason === 'nodes_at_limit')?.error : undefined;

/** The gateway's own time and the time spent waiting for nodes, in ms. At least 0: the clock may have been set back. */
function serverTiming(durationMs: number, upstreamMs: number | undefined): string {
  const gateway = `gateway;dur=${Math.max(0, durationMs - (upstreamMs ?? 0))}`;
  return upstreamMs === undefined ? gateway : `${gateway}, node;dur=${upstreamMs}`;
}

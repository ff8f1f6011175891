import type { RecordedRequest } from '../../api/api.ts';
import { formatCount } from '../../format/numbers.ts';

/** A summary of a request's methods. */
type MethodSummary = {
  /** The first method; null if none could be read. */
  readonly first: string | null;
  /** `×100` if all calls have the same method, `+2` for two further calls otherwise; empty for a single call. */
  readonly more: string;
  /** The number of calls of the request. */
  readonly calls: number;
};

/** Summarizes the methods of a request. `calls` are in the order in which each method and outcome first occurred. */
export function summarizeMethods(calls: RecordedRequest['calls']): MethodSummary {
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  const names = new Set(calls.map(({ method }) => method));
  const first = calls[0]?.method ?? null;
  if (total <= 1) return { first, more: '', calls: total };
  return { first, more: names.size === 1 ? `×${total}` : `+${total - 1}`, calls: total };
}

const unread: ReadonlySet<string> = new Set(['key_revoked', 'key_expired', 'plan_inactive']);

/** Requests that are refused because of their key or plan are not read. */
export const wasRead = (outcome: string): boolean => !unread.has(outcome);

/** What to show instead of the method of a call with an outcome. */
export const noMethodText = (outcome: string): string => (wasRead(outcome) ? 'No readable method' : 'Not read');

/** The JSON-RPC error codes of a request's calls, each once, in the order in which they first occurred. */
export const errorCodesIn = (calls: RecordedRequest['calls']): number[] => [
  ...new Set(calls.map(({ errorCode }) => errorCode).filter((code) => code !== null)),
];

/** The number of new requests, for tight spaces: `3 new`, `100+ new`. */
export const formatNewCount = (count: number, hasMore: boolean): string =>
  `${formatCount(count)}${hasMore ? '+' : ''} new`;

/** The number of new requests: `1 new request`, `3 new requests`, `100+ new requests`. */
export const formatNewRequests = (count: number, hasMore: boolean): string =>
  `${formatNewCount(count, hasMore)} ${count === 1 && !hasMore ? 'request' : 'requests'}`;

/**
 * Splits a request's duration in ms into the gateway's own work and the wait for a node; undefined if no node was asked.
 * Both inputs are rounded, so the wait may exceed the whole by rounding and is cut to it.
 */
export function splitDuration(
  durationMs: number,
  upstreamMs: number | null,
): { readonly gatewayMs: number; readonly nodeMs: number } | undefined {
  if (upstreamMs === null) return undefined;
  const nodeMs = Math.min(upstreamMs, durationMs);
  return { gatewayMs: durationMs - nodeMs, nodeMs };
}

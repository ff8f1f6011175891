import type { RequestRecord } from '../../api/api.ts';
import { formatCount } from '../../format/numbers.ts';

/** A request's methods in few words: the first one, and what else was called. */
export type MethodSummary = {
  /** Null where none could be read. */
  readonly first: string | null;
  /** Beside the first: `×100` when all calls were the same, `+2` when there were others too; empty for a single call. */
  readonly more: string;
  /** All calls of the request. */
  readonly calls: number;
};

/** What a request called; its calls stand in the order in which each method and outcome came first. */
export function summariseMethods(calls: RequestRecord['calls']): MethodSummary {
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  const names = new Set(calls.map(({ method }) => method));
  const first = calls[0]?.method ?? null;
  if (total <= 1) return { first, more: '', calls: total };
  return { first, more: names.size === 1 ? `×${total}` : `+${total - 1}`, calls: total };
}

/** How many requests came in, where there is little room: `3 new`, `100+ new`. */
export const formatNewCount = (count: number, hasMore: boolean): string =>
  `${formatCount(count)}${hasMore ? '+' : ''} new`;

/** How many requests came in: `1 new request`, `3 new requests`, `100+ new requests`. */
export const formatNewRequests = (count: number, hasMore: boolean): string =>
  `${formatNewCount(count, hasMore)} ${count === 1 && !hasMore ? 'request' : 'requests'}`;

/**
 * The parts of a request's duration, in ms: the gateway's own work, and waiting for a node; undefined where no node was
 * asked. Both are rounded by themselves, so that the wait may seem longer than the whole: it is cut to it.
 */
export function splitDuration(
  durationMs: number,
  upstreamMs: number | null,
): { readonly gatewayMs: number; readonly nodeMs: number } | undefined {
  if (upstreamMs === null) return undefined;
  const nodeMs = Math.min(upstreamMs, durationMs);
  return { gatewayMs: durationMs - nodeMs, nodeMs };
}

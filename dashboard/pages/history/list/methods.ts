import type { Request } from '../../../api/api.ts';

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
export function summariseMethods(calls: Request['calls']): MethodSummary {
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  const names = new Set(calls.map(({ method }) => method));
  const first = calls[0]?.method ?? null;
  if (total <= 1) return { first, more: '', calls: total };
  return { first, more: names.size === 1 ? `×${total}` : `+${total - 1}`, calls: total };
}

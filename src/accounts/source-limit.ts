import { BoundedMap } from '../runtime/bounded-map.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import { TooManyRequestsError } from './account-request-limit.ts';
import { type AttemptLimit, networkOf, takeAttempt } from './attempt-limits.ts';

/** Counts a request of a network address. @throws {TooManyRequestsError} */
export type TakeOfSource = (limit: AttemptLimit, address: string) => Promise<void>;

/**
 * The first thing that happens to a request without a token. A source that is over its limit costs nothing more: the process
 * refuses it without asking the table.
 */
export function createSourceLimit(deps: { readonly directory: ItemTable; readonly clock: Clock }): TakeOfSource {
  const refusedUntil = new BoundedMap<number>();
  return async (limit, address) => {
    const source = networkOf(address);
    const name = `${limit.name} ${source}`;
    const waitMs = (refusedUntil.get(name) ?? 0) - deps.clock();
    if (waitMs > 0) throw new TooManyRequestsError(waitMs, 'Too many attempts.');
    try {
      await takeAttempt(deps, limit, source);
    } catch (error) {
      if (error instanceof TooManyRequestsError) refusedUntil.set(name, deps.clock() + error.retryAfterSeconds * 1_000);
      throw error;
    }
  };
}

// Days, quotas and grace periods end by the service's clock. The clock of the browser may be wrong by hours, so times are
// read from here, and not from `Date.now()`.

/** The header `Date` has whole seconds, and an answer takes time. A smaller difference is not a wrong clock. */
const toleranceMs = 2_000;

/** Milliseconds by which the service's clock is ahead of the browser's. */
let aheadMs = 0;
const listeners = new Set<() => void>();

/** The service's time in epoch milliseconds; the browser's until the service has answered. */
export const serverNow = (): number => serverTimeOf(Date.now());

/** @param at a time by the browser's clock; @returns the same by the service's, both in epoch milliseconds */
export const serverTimeOf = (at: number): number => at + aheadMs;

/** Calls the listener when the clock was corrected. Returns a function that ends that. */
export function onClockCorrected(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Corrects {@link serverNow} by the `Date` of an answer.
 * @param sentAt when the request was sent, by the browser's clock in epoch milliseconds; @param receivedAt when its answer came
 */
export function learnServerTime(headers: Pick<Headers, 'get'>, sentAt: number, receivedAt: number): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  const isRight = date >= sentAt - toleranceMs && date <= receivedAt + toleranceMs;
  // Half a second: `Date` is cut to the second.
  const ahead = isRight ? 0 : Math.round(date + 500 - (sentAt + receivedAt) / 2);
  // Each answer is late by another time. The clock must not jump with each of them.
  if (ahead === aheadMs || (ahead !== 0 && Math.abs(ahead - aheadMs) < toleranceMs)) return;
  aheadMs = ahead;
  for (const listener of listeners) listener();
}

/** A range of history begins before what the account's plan keeps; the message says since when there is history. */
export class RetentionError extends Error {
  override readonly name = 'RetentionError';
  readonly code = 'beyond_retention';
  /** When history begins, ms since the epoch. */
  readonly since: number;

  constructor(planId: string, historyDays: number, since: number) {
    const days = historyDays === 1 ? 'day' : 'days';
    super(
      `The ${planId} plan keeps ${historyDays} ${days} of history: begin at ${new Date(since).toISOString()} or later.`,
    );
    this.since = since;
  }
}

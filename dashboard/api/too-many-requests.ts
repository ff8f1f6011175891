/** Answers reads in place of the service for as long as its last refusal asked to wait. */
export type ReadPause = {
  /** The refusal again, with the time that is left; undefined if the read may be sent. */
  readonly answer: (request: Pick<Request, 'method'>) => Response | undefined;
  /** Learns from an answer of the service. */
  readonly learn: (request: Pick<Request, 'method'>, response: Response) => Promise<void>;
};

/**
 * Makes pages that poll wait for `Retry-After` of a 429. Changes are always sent: the user decided so, and their limits are
 * others.
 * @param clock the time in epoch milliseconds
 */
export function pauseReads(clock: () => number): ReadPause {
  let refusal = { body: '', contentType: '', endsAt: 0 };
  return {
    answer: ({ method }) => {
      const seconds = Math.ceil((refusal.endsAt - clock()) / 1_000);
      if (method !== 'GET' || seconds <= 0) return undefined;
      const headers = { 'content-type': refusal.contentType, 'retry-after': String(seconds) };
      return new Response(refusal.body, { status: 429, headers });
    },
    learn: async ({ method }, response) => {
      const seconds = Number(response.headers.get('retry-after'));
      if (method !== 'GET' || response.status !== 429 || !(seconds > 0)) return;
      const endsAt = clock() + seconds * 1_000;
      const contentType = response.headers.get('content-type') ?? '';
      refusal = { body: await response.clone().text(), contentType, endsAt };
    },
  };
}

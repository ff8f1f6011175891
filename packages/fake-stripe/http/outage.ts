/**
 * How the API fails. `error`: it answers 503 and does nothing. `refused`: it breaks the connection and does nothing.
 * `answer_lost`: it does what was asked and breaks the connection instead of answering.
 */
export const outageKinds = ['error', 'refused', 'answer_lost'] as const;

export type Outage = {
  readonly kind: (typeof outageKinds)[number];
  /** Milliseconds since the epoch by the fake's clock; after it, the API works again. */
  readonly until: number;
};

import type { LimitError } from '../errors.ts';

/** How many calls one key may make. */
export type Limits = { readonly callsPerSecond: number; readonly callsPerDay: number };

/** The two windows in which calls are counted: the UTC second and the UTC day. */
export type Window = 'second' | 'day';

/** What a key has left in its two windows at a moment. */
export type LimitStatus = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly limits: Limits;
  readonly secondRemaining: number;
  readonly dayRemaining: number;
};

/** Calls that were counted: how many, on which UTC day, in which second of it, and what is left. */
export type Admitted = {
  readonly n: number;
  readonly day: string;
  readonly second: number;
  readonly limitStatus: LimitStatus;
};

/** Calls that were not counted: which limit they exceed, and what is left. */
export type Refused = { readonly refused: LimitError; readonly limitStatus: LimitStatus };

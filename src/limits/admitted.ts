import type { Standing } from './standing.ts';

/** Calls that were counted: how many, on which UTC day, in which second of it, what is left. */
export type Admitted = {
  readonly n: number;
  readonly day: string;
  readonly second: number;
  readonly standing: Standing;
};

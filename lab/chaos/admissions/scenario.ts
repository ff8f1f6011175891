import type { Limits } from '../../../src/limits/limit-status.ts';
import type { Rates } from '../../../test/support/faults/fault-kinds.ts';

/** What a fleet of processes goes through, in a time of its own. */
export type Scenario = {
  readonly name: string;
  readonly seed: number;
  readonly rates: Rates;
  /** Of every key alike. */
  readonly limits: Limits;
  readonly keys: number;
  readonly processes: number;
  /** How many of the processes are killed on the way, whatever they are doing. */
  readonly kills: number;
  /** Where the time of the scenario begins, ms since the epoch, and how long it lasts. */
  readonly startAt: number;
  readonly seconds: number;
  /** Calls that are asked for, as a share of the limit of the second. */
  readonly load: number;
  /** A request has 1 to so many calls, each number as likely. */
  readonly maxCalls: number;
  /** The share of the admitted requests whose calls are given back. */
  readonly givenBack: number;
};

/** The farthest that the clock of a process is off, in ms. */
export const maxSkewMs = 500;

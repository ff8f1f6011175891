import type { DynamoDbFault } from './dynamodb-fault.ts';
import type { EnvironmentChoice } from './lambda-fleet.ts';
import type { LoadPhase } from './load-phase.ts';
import type { UnitLimit } from './unit-limit.ts';

/** The load of one key, or of several alike, and the world that serves it. */
export type Scenario = {
  /** The key's limit. */
  readonly callsPerSecond: number;
  readonly phases: readonly LoadPhase[];
  /** Keys that share the load, each with the limit. Default: 1. */
  readonly keys?: number;
  readonly node: {
    readonly answerMs: number;
    /** Of so many requests, one gets the status 500: the gateway gives its calls back. Default: none. */
    readonly failingEvery?: number;
    /** In seconds after the load began: all requests fail. Default: never. */
    readonly outage?: { readonly from: number; readonly to: number };
  };
  /** Calls a second of other keys, each with its own counters, in the same environments. Default: none. */
  readonly othersPerSecond?: number;
  readonly fleet: {
    readonly choice: EnvironmentChoice;
    /** Environments that have started before the first request. */
    readonly warm: number;
    /** The most environments. Default: 2,000, the concurrency that 10,000 calls/s need (docs/scale.md). */
    readonly most?: number;
  };
  readonly faults?: readonly DynamoDbFault[];
  /** Default: a bucket of 1,000 units. */
  readonly partition?: UnitLimit;
  readonly seed?: number;
};

import type { Limits } from '../../../src/plans.ts';
import { everyKind, faultKinds, type Rates } from '../../../test/support/faults/fault-kinds.ts';

/** A scenario for a fleet of processes, in simulated time. */
export type Scenario = {
  readonly name: string;
  readonly seed: number;
  readonly rates: Rates;
  /** Of every key alike. */
  readonly limits: Limits;
  readonly keys: number;
  readonly processes: number;
  /** The number of processes that are killed during the run. */
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

const noon = Date.UTC(2026, 10, 20, 12);
const midnight = Date.UTC(2026, 10, 21);

/** More than any scenario asks for. */
const boundless = 50_000_000;

const business = (seed: number) => ({
  seed,
  limits: { callsPerSecond: 400, callsPerDay: boundless },
  keys: 4,
  processes: 12,
  kills: 0,
  startAt: noon,
  load: 1.2,
  maxCalls: 39,
  givenBack: 0.05,
});

/**
 * What the limits must stand, each with every fault at once.
 * @param scale 1 for as long as `npm run lab -- chaos` takes
 */
export const scenarios = (seed: number, scale: number): Scenario[] => [
  { ...business(seed), name: 'every fault at once', rates: everyKind(0.1), seconds: 200 * scale },
  { ...business(seed), name: 'processes killed on the way', kills: 6, rates: everyKind(0.1), seconds: 100 * scale },
  {
    ...business(seed),
    name: 'quotas that are spent, on both sides of midnight',
    rates: everyKind(0.1),
    limits: { callsPerSecond: 400, callsPerDay: Math.round(15_000 * scale) },
    startAt: midnight - 50_000 * scale,
    seconds: 100 * scale,
    givenBack: 0.2,
  },
  {
    ...business(seed),
    name: 'keys of 800 calls a second',
    rates: everyKind(0.1),
    limits: { callsPerSecond: 800, callsPerDay: boundless },
    keys: 2,
    load: 0.9,
    maxCalls: 79,
    seconds: 60 * scale,
  },
];

/** One fault alone, one scenario each. */
export const alone = (seed: number, scale: number): Scenario[] =>
  faultKinds.map((kind) => ({ ...business(seed), name: kind, rates: { [kind]: 0.1 }, seconds: 30 * scale }));

/** No faults: a DynamoDB Local that has just started is too slow for the clients' patience. */
export const warmUp = (seed: number): Scenario => ({ ...business(seed), name: 'warm-up', rates: {}, seconds: 10 });

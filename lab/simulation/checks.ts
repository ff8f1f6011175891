import type { FaultEffect } from './dynamodb-fault.ts';
import {
  admitsAtLeast,
  answersWithin,
  type Expectation,
  forwardsFewEarly,
  itemBelow,
  losesNoRecord,
  nothingUnavailable,
  nothingUnexpected,
  recoversFrom,
  refusesCheaply,
  spendsAtMost,
  staysWithinLimit,
  usesAtMost,
  writesAtMost,
} from './expectations.ts';
import type { EnvironmentChoice } from './lambda-fleet.ts';
import type { LoadPhase } from './load-phase.ts';
import type { Scenario } from './scenario.ts';
import { partitionLimits } from './unit-limit.ts';

/** A scenario and what is expected of it. */
export type Check = {
  readonly name: string;
  readonly scenario: Scenario;
  readonly expectations: readonly Expectation[];
  /** When its fault ends, in seconds after the load began. */
  readonly faultEnd?: number;
};

/** A plan's rate, with nodes of one answer time. */
export type RateCase = { readonly callsPerSecond: number; readonly answerMs: number };

/** Of five calls, one is given back. */
const failingEvery = 5;

/**
 * The environments that can serve the key. A key that has the installation to itself starts them, and Lambda reuses the
 * last one. In an installation of 10,000 calls/s, any of 410 can get the next call (docs/scale.md).
 */
const fleets = {
  'last used': { choice: 'last used', warm: 0 },
  random: { choice: 'random', warm: 410 },
} as const satisfies Record<EnvironmentChoice, Scenario['fleet']>;

export const environmentChoices = ['last used', 'random'] as const satisfies readonly EnvironmentChoice[];

const scenarioOf = ({ callsPerSecond, answerMs }: RateCase, choice: EnvironmentChoice): Omit<Scenario, 'phases'> => ({
  callsPerSecond,
  node: { answerMs, failingEvery },
  fleet: fleets[choice],
});

/** An item of more than 1 KB would take two units for each write. */
const maxItemBytes = 1_024;

const steadySeconds = 12;

/** Loads within the limit: everything with room is answered. */
export const steadyChecks = (rate: RateCase, choice: EnvironmentChoice, seconds = steadySeconds): Check[] => {
  const { callsPerSecond } = rate;
  const loads: Readonly<Record<string, LoadPhase>> = {
    '90 % of the limit at random times': { seconds, perSecond: 0.9 * callsPerSecond },
    '100 % of the limit evenly paced': { seconds, perSecond: callsPerSecond, pacing: 'even' },
  };
  return Object.entries(loads).map(([name, phase]) => ({
    name,
    scenario: { ...scenarioOf(rate, choice), phases: [phase] },
    expectations: [
      nothingUnavailable,
      admitsAtLeast(0.999),
      nothingUnexpected,
      losesNoRecord,
      itemBelow(maxItemBytes),
      spendsAtMost(partitionLimits.bucket.perSecond),
    ],
  }));
};

/** Long enough for a partition to use up the units of its bucket. */
const overloadSeconds = 40;

/**
 * At twice the limit, the calls of a second are admitted in its first half. So twice as many environments are busy then,
 * and more by chance: five standard deviations of a Poisson distribution.
 */
const twiceAsMany = (environments: number): number => Math.ceil(2 * environments + 5 * Math.sqrt(2 * environments));

/**
 * Twice the limit: nearly all of the limit is admitted, and the rest is refused cheaply.
 * @param environments that the limit itself keeps busy
 */
export const overloadCheck = (
  rate: RateCase,
  choice: EnvironmentChoice,
  environments: number,
  seconds = overloadSeconds,
): Check => ({
  name: 'twice the limit',
  scenario: { ...scenarioOf(rate, choice), phases: [{ seconds, perSecond: 2 * rate.callsPerSecond }] },
  expectations: [
    // In the first second, environments start.
    admitsAtLeast(0.95, 1),
    staysWithinLimit,
    refusesCheaply(seconds),
    usesAtMost(twiceAsMany(environments)),
    losesNoRecord,
    nothingUnexpected,
    itemBelow(maxItemBytes),
  ],
});

type FaultCase = {
  readonly seconds: number;
  readonly effect: FaultEffect;
  readonly table?: string;
  readonly expectations?: (rate: RateCase) => readonly Expectation[];
};

/** An answer does not wait longer than this for a record (docs/failures.md), after a cold start and the counters. */
const maxRecordWaitMs = 700;

/** A refusal takes at most 100 ms (docs/limits.md), after a cold start. */
const maxRefusalMs = 300;

const faultCases: Readonly<Record<string, FaultCase>> = {
  'counters throttled for 0.2 s': { seconds: 0.2, effect: { kind: 'reduced', share: 0 }, table: 'Admissions' },
  'counters throttled for 3 s': {
    seconds: 3,
    effect: { kind: 'reduced', share: 0 },
    table: 'Admissions',
    expectations: ({ answerMs }) => [forwardsFewEarly, refusesCheaply(3), answersWithin(answerMs + maxRefusalMs)],
  },
  'counters at half of their units for 5 s': {
    seconds: 5,
    effect: { kind: 'reduced', share: 0.5 },
    table: 'Admissions',
  },
  'DynamoDB silent for 0.2 s': { seconds: 0.2, effect: { kind: 'silent', executed: 0.5 } },
  'DynamoDB silent for 2 s': { seconds: 2, effect: { kind: 'silent', executed: 0.5 } },
  'DynamoDB fails (500) for 3 s': { seconds: 3, effect: { kind: 'status 500', share: 1 } },
  'records throttled for 3 s': { seconds: 3, effect: { kind: 'reduced', share: 0 }, table: 'Records' },
  'records silent for 3 s': {
    seconds: 3,
    effect: { kind: 'silent', executed: 0.5 },
    table: 'Records',
    // A call that fails waits for the health check of its node, too.
    expectations: ({ answerMs }) => [answersWithin(2 * answerMs + maxRecordWaitMs)],
  },
};

type SecondsAround = { readonly before: number; readonly after: number };

const secondsAroundFault: SecondsAround = { before: 3, after: 9 };

/** A fault of DynamoDB under 90 % of the limit: afterwards everything with room is answered again. */
export const faultChecks = (rate: RateCase, choice: EnvironmentChoice, around = secondsAroundFault): Check[] =>
  Object.entries(faultCases).map(([name, { seconds, effect, table, expectations = () => [] }]) => {
    const to = around.before + seconds;
    const fault = { ...effect, from: around.before, to, ...(table && { table }) };
    const load = { seconds: Math.ceil(to) + around.after, perSecond: 0.9 * rate.callsPerSecond };
    return {
      name,
      faultEnd: to,
      scenario: { ...scenarioOf(rate, choice), phases: [load], faults: [fault] },
      expectations: [recoversFrom(to), nothingUnexpected, itemBelow(maxItemBytes), ...expectations(rate)],
    };
  });

/**
 * Faults of DynamoDB at twice the limit: afterwards the whole limit is admitted again. What is beyond it may get 503 instead
 * of 429, because more environments refuse it than the partition has units for.
 */
export const overloadedFaultChecks = (rate: RateCase, choice: EnvironmentChoice, around?: SecondsAround): Check[] =>
  faultChecks(rate, choice, around).map(({ name, scenario, faultEnd = 0 }) => ({
    name: `twice the limit, ${name}`,
    faultEnd,
    scenario: {
      ...scenario,
      phases: scenario.phases.map((phase) => ({ ...phase, perSecond: 2 * rate.callsPerSecond })),
    },
    // Not second by second: of a load beyond the limit, some calls of each second are answered in the next one.
    expectations: [
      admitsAtLeast(0.99, Math.ceil(faultEnd) + 1),
      staysWithinLimit,
      nothingUnexpected,
      itemBelow(maxItemBytes),
    ],
  }));

/** A key at 50 calls a second in an installation of many environments. Its old seconds are removed after half a minute. */
export const largeFleetCheck = (environments: number, seconds = 120): Check => ({
  name: `50 calls/s, any of ${environments.toLocaleString('en-US')} environments`,
  scenario: {
    callsPerSecond: 50,
    phases: [{ seconds, perSecond: 50, pacing: 'even' }],
    node: { answerMs: 100 },
    fleet: { choice: 'random', warm: environments, most: environments },
  },
  expectations: [nothingUnavailable, writesAtMost(1.03), itemBelow(maxItemBytes), losesNoRecord],
});

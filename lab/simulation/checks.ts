import {
  admitsAtLeast,
  type Expectation,
  itemBelow,
  losesNoRecord,
  nothingUnavailable,
  nothingUnexpected,
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

/** Of one key at a rate, without its load. */
export const scenarioOf = (
  { callsPerSecond, answerMs }: RateCase,
  choice: EnvironmentChoice,
): Omit<Scenario, 'phases'> => ({
  callsPerSecond,
  node: { answerMs, failingEvery },
  fleet: fleets[choice],
});

/** An item of more than 1 KB would take two units for each write. */
export const maxItemBytes = 1_024;

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

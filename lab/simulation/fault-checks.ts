import { type Check, maxItemBytes, type RateCase, scenarioOf } from './checks.ts';
import type { FaultEffect } from './dynamodb-fault.ts';
import {
  admitsAtLeast,
  answersWithin,
  type Expectation,
  forwardsFewEarly,
  itemBelow,
  nothingUnexpected,
  recoversFrom,
  refusesCheaply,
  staysWithinLimit,
} from './expectations.ts';
import type { EnvironmentChoice } from './lambda-fleet.ts';

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

/** A call that fails waits for the health check of its node, too. */
const longestAnswer = ({ answerMs }: RateCase): number => 2 * answerMs;

const faultCases: Readonly<Record<string, FaultCase>> = {
  'counters throttled for 0.2 s': { seconds: 0.2, effect: { kind: 'reduced', share: 0 }, table: 'Admissions' },
  'counters throttled for 3 s': {
    seconds: 3,
    effect: { kind: 'reduced', share: 0 },
    table: 'Admissions',
    expectations: (rate) => [forwardsFewEarly, refusesCheaply(3), answersWithin(longestAnswer(rate) + maxRefusalMs)],
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
    expectations: (rate) => [answersWithin(longestAnswer(rate) + maxRecordWaitMs)],
  },
};

/** How long the load goes on before and after a fault, in seconds. */
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

import type { DynamoDbFault } from './dynamodb-fault.ts';
import type { Scenario } from './scenario.ts';

/** A load under which the counters of version 0.1.0 collapsed, or wrote several units a call. */
export type OverloadCase = {
  readonly name: string;
  readonly scenario: Scenario;
  /** The second from which answers are averaged: after the start, or after a fault. */
  readonly from: number;
};

const own = { choice: 'last used', warm: 0 } as const;
const anyOf = (environments: number) => ({ choice: 'random', warm: environments, most: environments }) as const;
const shared = { choice: 'random', warm: 100 } as const;

const steady = (
  name: string,
  seconds: number,
  scenario: Omit<Scenario, 'phases'>,
  perSecond: number,
): OverloadCase => ({
  name,
  scenario: { ...scenario, phases: [{ seconds, perSecond }] },
  from: Math.ceil(seconds / 3),
});

const afterFault = (name: string, fault: DynamoDbFault): OverloadCase => ({
  name: `200/s of 200, nodes of 100 ms, ${name}`,
  scenario: {
    callsPerSecond: 200,
    phases: [{ seconds: 60, perSecond: 200 }],
    node: { answerMs: 100 },
    fleet: shared,
    faults: [fault],
  },
  from: 30,
});

/** A minute without calls, and then a quarter of the limit. */
const afterSilence = ({ scenario }: OverloadCase): OverloadCase => ({
  name: 'the same, a minute without calls, and then 50/s',
  scenario: {
    ...scenario,
    phases: [...scenario.phases, { seconds: 60, perSecond: 0 }, { seconds: 30, perSecond: 50 }],
  },
  from: 120,
});

const throttled = afterFault('its counters throttled for 3 s', {
  kind: 'reduced',
  share: 0,
  table: 'Admissions',
  from: 10,
  to: 13,
});
const silent = afterFault('DynamoDB silent for 2 s', { kind: 'silent', executed: 0.5, from: 10, to: 12 });

/** One process: for 64 s no answer about its counters, and then none for a quarter of the tries. */
const lostAnswers: OverloadCase = {
  name: 'one process, a call every 3.2 s, 20 of them without an answer about the counters; then 25 % of tries lost',
  scenario: {
    callsPerSecond: 50,
    phases: [{ seconds: 192, perSecond: 1 / 3.2, pacing: 'even' }],
    node: { answerMs: 100 },
    fleet: { choice: 'last used', warm: 1, most: 1 },
    faults: [
      { kind: 'silent', executed: 0.5, table: 'Admissions', from: 0, to: 64 },
      { kind: 'silent', executed: 0.5, share: 0.25, table: 'Admissions', from: 64, to: 192 },
    ],
  },
  from: 64,
};

/** By the limit of the key (`of`), its load and the answer time of the nodes. */
export const overloadCases: readonly OverloadCase[] = [
  steady('600/s of 800, nodes of 100 ms', 30, { callsPerSecond: 800, node: { answerMs: 100 }, fleet: own }, 600),
  steady('400/s of 800, nodes of 400 ms', 30, { callsPerSecond: 800, node: { answerMs: 400 }, fleet: own }, 400),
  steady(
    '720/s of 800, any of 100 environments',
    30,
    { callsPerSecond: 800, node: { answerMs: 100 }, fleet: shared },
    720,
  ),
  throttled,
  afterSilence(throttled),
  silent,
  ...[410, 2_000].map((environments) =>
    steady(
      `50/s of 50, any of ${environments.toLocaleString('en-US')} environments`,
      120,
      { callsPerSecond: 50, node: { answerMs: 100 }, fleet: anyOf(environments) },
      50,
    ),
  ),
  steady(
    '200/s of 200, any of 1,000 environments',
    60,
    { callsPerSecond: 200, node: { answerMs: 100 }, fleet: anyOf(1_000) },
    200,
  ),
  steady('1,600/s of 800, nodes of 100 ms', 40, { callsPerSecond: 800, node: { answerMs: 100 }, fleet: own }, 1_600),
  lostAnswers,
];

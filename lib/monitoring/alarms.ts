import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNames } from '../../src/embedded-metrics.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { belowCostAlarms } from './below-cost-report.ts';
import { billingAlarms } from './billing-alarms.ts';
import { jobAlarms } from './job-alarms.ts';
import { managementAlarms } from './management-alarms.ts';
import {
  failedRecords,
  failuresOf,
  functionMetric,
  type MonitoredResources,
  ownMetric,
  period,
  sumOf,
  tablesByName,
  throttlesOf,
} from './metrics.ts';
import { watchAlarms } from './watch-alarms.ts';

/** Every alarm, except those that each release has (release.ts). */
export const alarmDefinitions = (watched: MonitoredResources): AlarmDefinition[] => [
  ...callAlarms(watched),
  ...(watched.stage.operations === 'full' ? otherAlarms(watched) : []),
];

/** On the functions and tables that a call passes. */
const callAlarms = (watched: MonitoredResources): AlarmDefinition[] => [
  ...functionRows(watched),
  unknownPlanRow(watched),
  ...recordRows(watched),
  keysThrottledRow(watched),
  throttleRow(watched),
];

const otherAlarms = (watched: MonitoredResources): AlarmDefinition[] => [
  ...watched.networks.flatMap(({ network }) => networkRows(watched, network)),
  ...jobAlarms(watched),
  ...belowCostAlarms(watched),
  signUpLimitRow(watched),
  ...managementAlarms(watched),
  ...watchAlarms(watched),
  ...(watched.billing ? billingAlarms(watched.stage, watched.billing) : []),
];

const functionRows = ({ stage, authorizer, proxy }: MonitoredResources): AlarmDefinition[] => [
  {
    name: 'authorizer-errors',
    runbook: 'authorizer-errors',
    description: `At least ${stage.alarms.authorizerErrors} invocations of the authorizer failed or were throttled in 5 minutes.`,
    metric: sumOf(failuresOf(authorizer), 'failed or throttled'),
    threshold: stage.alarms.authorizerErrors,
    stopsRelease: true,
  },
  {
    name: 'proxy-errors',
    runbook: 'proxy-errors',
    description: `At least ${stage.alarms.proxyErrors} requests failed in the proxy or were throttled in 5 minutes.`,
    metric: sumOf([...failuresOf(proxy), ownMetric(stage, metricNames.requestsFailed)], 'failed or throttled'),
    threshold: stage.alarms.proxyErrors,
    stopsRelease: true,
  },
];

const networkRows = ({ stage }: MonitoredResources, network: string): AlarmDefinition[] => [
  {
    name: `latency-${network}`,
    network,
    runbook: 'latency',
    description: `p99 latency of ${network} was ${stage.alarms.latency.toSeconds()} s or more in 2 of the last 3 five-minute periods.`,
    metric: ownMetric(stage, metricNames.latency, { statistic: Stats.percentile(99), dimensions: { network } }),
    threshold: stage.alarms.latency.toMilliseconds(),
    // One slow period alone needs no action.
    periods: { breaching: 2, of: 3 },
  },
  {
    name: `upstream-failures-${network}`,
    network,
    runbook: 'upstream-failures',
    description: `At least ${stage.alarms.upstreamFailures.percent} % of the calls to ${network} failed upstream in 5 minutes (with ${stage.alarms.upstreamFailures.leastCalls} calls or more).`,
    metric: upstreamFailurePercentage(stage, network),
    threshold: stage.alarms.upstreamFailures.percent,
  },
];

/** The percentage of a network's calls that no node answered; 0 if there were too few calls for a percentage. */
function upstreamFailurePercentage(stage: MonitoredResources['stage'], network: string): MathExpression {
  const calls = (outcome?: string) =>
    ownMetric(stage, metricNames.calls, { dimensions: { network, ...(outcome && { outcome }) } });
  return new MathExpression({
    expression: `IF(calls >= ${stage.alarms.upstreamFailures.leastCalls}, 100 * (FILL(failed, 0) + FILL(late, 0)) / calls, 0)`,
    usingMetrics: { calls: calls(), failed: calls('upstream_error'), late: calls('upstream_timeout') },
    label: '% failed upstream',
    period,
  });
}

/** It stops no release: a release can be the fix. */
const unknownPlanRow = ({ stage }: MonitoredResources): AlarmDefinition => ({
  name: 'unknown-plan',
  runbook: 'unknown-plan',
  description: 'Keys of an account were refused because the settings do not have its plan.',
  metric: ownMetric(stage, metricNames.unknownPlans),
  threshold: stage.alarms.unknownPlans,
});

const recordRows = ({ stage, recordStream }: MonitoredResources): AlarmDefinition[] => [
  {
    name: 'tally-age',
    runbook: 'tally-age',
    description: `Usage is at least ${stage.alarms.tallyAge.toMinutes()} minutes behind: that is the age of the oldest record in the stream.`,
    metric: functionMetric(recordStream.tally, 'IteratorAge', { statistic: Stats.MAXIMUM }),
    threshold: stage.alarms.tallyAge.toMilliseconds(),
  },
  {
    name: 'failed-records',
    runbook: 'failed-records',
    description: 'A record could not be counted: it is in the failure bucket, or was dropped.',
    metric: sumOf(failedRecords(stage, recordStream), 'records not counted'),
    threshold: stage.alarms.failedRecords,
  },
  {
    name: 'lost-records',
    runbook: 'lost-records',
    description: 'The table did not confirm records in time: they wait in the log to be replayed.',
    metric: ownMetric(stage, metricNames.recordsLost),
    threshold: stage.alarms.lostRecords,
    stopsRelease: true,
  },
];

const signUpLimitRow = ({ stage }: MonitoredResources): AlarmDefinition => ({
  name: 'sign-up-limit',
  canWait: true,
  runbook: 'sign-up-limit',
  description: 'All sign-ups together reached the limit of a day: further visitors are refused.',
  metric: ownMetric(stage, metricNames.signUpsOverLimit),
  threshold: 1,
});

/** It stops no release: the traffic of one key can cause it. */
const keysThrottledRow = ({ stage }: MonitoredResources): AlarmDefinition => ({
  name: 'keys-throttled',
  runbook: 'keys-throttled',
  description: `DynamoDB throttled the counters or records of single keys: at least ${stage.alarms.keysThrottled} requests got a 503, or have their record only in the log, in 5 minutes.`,
  metric: sumOf(
    [ownMetric(stage, metricNames.keysThrottled), ownMetric(stage, metricNames.recordsThrottled)],
    'throttled',
  ),
  threshold: stage.alarms.keysThrottled,
});

const throttleRow = ({ stage, tables }: MonitoredResources): AlarmDefinition => ({
  name: 'throttles',
  runbook: 'throttles',
  description: `DynamoDB throttled at least ${stage.alarms.throttles} reads and writes in 5 minutes.`,
  // Missing data is filled with 0: an alarm on a metric of DynamoDB otherwise keeps its state without data
  // (PutMetricAlarm, TreatMissingData), so one throttled write would keep it on forever.
  metric: sumOf(Object.values(tablesByName(tables)).flatMap(throttlesOf), 'throttled'),
  threshold: stage.alarms.throttles,
});

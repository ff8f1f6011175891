import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNames } from '../../src/metrics.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import {
  failedRecords,
  failuresOf,
  functionMetric,
  type MonitoredResources,
  networkNames,
  ownMetric,
  period,
  sumOf,
  tablesByName,
  throttlesOf,
} from './metrics.ts';
import { watchAlarms } from './watch-alarms.ts';

/** Every alarm there is. */
export const alarmDefinitions = (watched: MonitoredResources): AlarmDefinition[] => [
  ...functionRows(watched),
  ...networkNames.flatMap((network) => networkRows(watched, network)),
  ...recordRows(watched),
  usageDaysRow(watched),
  throttleRow(watched),
  ...watchAlarms(watched),
];

const functionRows = ({ stage, authorizer, proxy }: MonitoredResources): AlarmDefinition[] => [
  {
    name: 'authorizer-errors',
    runbook: 'authorizer-errors',
    promise: 'Every key is looked up.',
    metric: sumOf(failuresOf(authorizer), 'failed or turned away'),
    threshold: stage.alarms.authorizerErrors,
    stopsRelease: true,
  },
  {
    name: 'proxy-errors',
    runbook: 'proxy-errors',
    promise: 'The gateway itself fails no request.',
    metric: sumOf([...failuresOf(proxy), ownMetric(stage, metricNames.requestsFailed)], 'failed or turned away'),
    threshold: stage.alarms.proxyErrors,
    stopsRelease: true,
  },
];

const networkRows = ({ stage }: MonitoredResources, network: string): AlarmDefinition[] => [
  {
    name: `latency-${network}`,
    runbook: 'latency',
    promise: `Of a hundred requests to ${network}, 99 are answered in ${stage.alarms.latency.toSeconds()} s.`,
    metric: ownMetric(stage, metricNames.latency, { statistic: Stats.percentile(99), dimensions: { network } }),
    threshold: stage.alarms.latency.toMilliseconds(),
    // A slow spell that passes is for the graph.
    periods: { breaching: 2, of: 3 },
  },
  {
    name: `upstream-failures-${network}`,
    runbook: 'upstream-failures',
    promise: `Of a hundred calls to ${network}, nodes answer more than ${100 - stage.alarms.upstreamFailures.percent}.`,
    metric: unansweredShare(stage, network),
    threshold: stage.alarms.upstreamFailures.percent,
  },
];

/** The percentage of a network's calls that no node answered; nothing where there were too few to speak of a share. */
function unansweredShare(stage: MonitoredResources['stage'], network: string): MathExpression {
  const calls = (outcome?: string) =>
    ownMetric(stage, metricNames.calls, { dimensions: { network, ...(outcome && { outcome }) } });
  return new MathExpression({
    expression: `IF(calls >= ${stage.alarms.upstreamFailures.leastCalls}, 100 * (FILL(failed, 0) + FILL(late, 0)) / calls, 0)`,
    usingMetrics: { calls: calls(), failed: calls('upstream_error'), late: calls('upstream_timeout') },
    label: 'percent unanswered',
    period,
  });
}

const recordRows = ({ stage, recordStream }: MonitoredResources): AlarmDefinition[] => [
  {
    name: 'tally-age',
    runbook: 'tally-age',
    promise: `A request is in its key's usage within ${stage.alarms.tallyAge.toMinutes()} minutes.`,
    metric: functionMetric(recordStream.tally, 'IteratorAge', { statistic: Stats.MAXIMUM }),
    threshold: stage.alarms.tallyAge.toMilliseconds(),
  },
  {
    name: 'failed-records',
    runbook: 'failed-records',
    promise: 'Every record is counted: the failure bucket stays empty.',
    metric: sumOf(failedRecords(stage, recordStream), 'records not counted'),
    threshold: stage.alarms.failedRecords,
  },
  {
    name: 'lost-records',
    runbook: 'lost-records',
    promise: 'Every request has its record in the table, and not in the log alone.',
    metric: ownMetric(stage, metricNames.recordsLost),
    threshold: stage.alarms.lostRecords,
    stopsRelease: true,
  },
];

/** Its silence is as bad: then no run came to its end. */
const usageDaysRow = ({ stage }: MonitoredResources): AlarmDefinition => ({
  name: 'usage-days',
  runbook: 'usage-days',
  promise: 'Each day of a key is added up within three hours of its end.',
  metric: ownMetric(stage, metricNames.usageDaysComplete, { statistic: Stats.MAXIMUM, period: Duration.hours(1) }),
  threshold: 1,
  below: true,
  silenceIsBad: true,
  periods: { breaching: 3, of: 3 },
});

const throttleRow = ({ stage, tables }: MonitoredResources): AlarmDefinition => ({
  name: 'throttles',
  runbook: 'throttles',
  promise: 'DynamoDB takes every read and write.',
  // Filled up, for of itself an alarm on a metric of DynamoDB stays as it was while there is no data (PutMetricAlarm,
  // TreatMissingData), and one throttled write would ring for ever.
  metric: sumOf(Object.values(tablesByName(tables)).flatMap(throttlesOf), 'turned away'),
  threshold: stage.alarms.throttles,
});

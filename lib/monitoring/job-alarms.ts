import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNames } from '../../src/embedded-metrics.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { functionMetric, type MonitoredResources, ownMetric } from './metrics.ts';

/** The alarms on jobs that run by a schedule, except watch. */
export const jobAlarms = (watched: MonitoredResources): AlarmDefinition[] => [
  usageDaysRow(watched),
  ...accountSweepRows(watched),
];

/** Missing data is as bad as 0: then no run finished. */
const usageDaysRow = ({ stage, usageDays: { writesStatus } }: MonitoredResources): AlarmDefinition => {
  const hourly = { statistic: Stats.MAXIMUM, period: Duration.hours(1) };
  const days = ownMetric(stage, metricNames.usageDaysComplete, hourly);
  const written = ownMetric(stage, metricNames.statusWritten, hourly);
  const both = { expression: 'days * FILL(written, 0)', usingMetrics: { days, written } };
  return {
    name: 'usage-days',
    canWait: true,
    runbook: 'usage-days',
    description: writesStatus
      ? 'usage-days has not computed all days that are due, or not written the public status file, for 3 hours.'
      : 'usage-days has not computed all days that are due for 3 hours.',
    metric: writesStatus ? new MathExpression({ ...both, label: 'complete and written', period: hourly.period }) : days,
    threshold: 1,
    below: true,
    missingDataBreaches: true,
    periods: { breaching: 3, of: 3 },
  };
};

/** CloudWatch looks back at most seven days, and a run takes place once a day. */
const accountSweepRows = ({ stage, accountSweep }: MonitoredResources): AlarmDefinition[] => [
  {
    name: 'account-sweep',
    canWait: true,
    runbook: 'account-sweep',
    description: 'The account sweep has not reached the end of its pass without a failure for 3 days.',
    metric: ownMetric(stage, metricNames.accountSweepComplete, { statistic: Stats.MAXIMUM, period: Duration.days(1) }),
    threshold: 1,
    below: true,
    missingDataBreaches: true,
    periods: { breaching: 3, of: 3 },
  },
  {
    name: 'account-sweep-stopped',
    canWait: true,
    runbook: 'account-sweep',
    description: 'The account sweep stopped, for example because too many accounts have no user in the user pool.',
    metric: functionMetric(accountSweep, 'Errors'),
    threshold: 1,
  },
];

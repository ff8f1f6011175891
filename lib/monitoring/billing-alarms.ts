import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { billingMetricNames } from '../../src/embedded-metrics.ts';
import type { Billing } from '../control-plane/billing.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { failuresOf, type MonitoredResources, ownMetric, sumOf } from './metrics.ts';

type Stage = MonitoredResources['stage'];

/**
 * The alarms on billing. Stripe sends an event again for three days, and every difference is corrected at night. What the
 * pass reports stops no release: the fix may be one.
 */
export const billingAlarms = (stage: Stage, { events }: Billing): AlarmDefinition[] => [
  runRow(stage),
  passRow(stage),
  {
    name: 'billing-differences',
    canWait: true,
    runbook: 'billing-differences',
    description: 'The nightly pass corrected accounts that differed from Stripe: events were lost.',
    metric: ownMetric(stage, billingMetricNames.billingDifferences),
    threshold: stage.alarms.billingDifferences,
  },
  {
    name: 'billing-duplicates',
    canWait: true,
    runbook: 'billing-duplicates',
    description: 'A customer had a second live subscription: it was cancelled and refunded.',
    metric: ownMetric(stage, billingMetricNames.duplicateSubscriptions),
    threshold: 1,
  },
  {
    name: 'billing-unknown-price',
    canWait: true,
    runbook: 'billing-unknown-price',
    description: 'A customer pays a price at Stripe that belongs to no plan of the settings.',
    metric: ownMetric(stage, billingMetricNames.unknownPrices),
    threshold: 1,
  },
  {
    name: 'billing-events-refused',
    runbook: 'billing-events-refused',
    description: `At least ${stage.alarms.billingEventsRefused} events with a wrong signature arrived in an hour: the signing secret is probably wrong.`,
    metric: ownMetric(stage, billingMetricNames.billingEventsRefused, { period: Duration.hours(1) }),
    threshold: stage.alarms.billingEventsRefused,
  },
  {
    name: 'billing-excess-keys',
    canWait: true,
    runbook: 'billing-excess-keys',
    description:
      'An account has more keys than its plan allows. The pass ends those used longest ago when the notice is over.',
    metric: ownMetric(stage, billingMetricNames.excessKeys),
    threshold: 1,
  },
  {
    name: 'billing-events-failed',
    runbook: 'billing-events-failed',
    description: `At least ${stage.alarms.billingEventsFailed} events could not be applied in 5 minutes. Stripe sends them again.`,
    metric: sumOf(
      [...failuresOf(events), ownMetric(stage, billingMetricNames.billingEventsFailed)],
      'failed or throttled',
    ),
    threshold: stage.alarms.billingEventsFailed,
  },
];

/** Missing data is as bad as 0: then no run finished. */
const runRow = (stage: Stage): AlarmDefinition => ({
  name: 'billing-reconciliation',
  runbook: 'billing-reconciliation',
  description:
    'The billing reconciliation has not ended a run without a failure for 3 hours: grace periods may not end.',
  metric: ownMetric(stage, billingMetricNames.billingRunComplete, {
    statistic: Stats.MAXIMUM,
    period: Duration.hours(1),
  }),
  threshold: 1,
  below: true,
  missingDataBreaches: true,
  periods: { breaching: 3, of: 3 },
});

const passRow = (stage: Stage): AlarmDefinition => ({
  name: 'billing-pass',
  canWait: true,
  runbook: 'billing-reconciliation',
  description: 'No nightly pass over all accounts with billing has ended without a failure for 2 days.',
  metric: ownMetric(stage, billingMetricNames.billingPassComplete, {
    statistic: Stats.MAXIMUM,
    period: Duration.days(1),
  }),
  threshold: 1,
  below: true,
  missingDataBreaches: true,
  periods: { breaching: 2, of: 2 },
});

import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { billingMetricNames } from '../../src/embedded-metrics.ts';
import type { Billing } from '../control-plane/billing.ts';
import { type MonitoredResources, ownMetric } from './metrics.ts';
import { graph, type OverviewRow } from './overview-widgets.ts';

/** The nightly pass emits these once a day. */
const daily = { statistic: Stats.MAXIMUM, period: Duration.days(1) };
const lastMonth = { start: '-P30D' };

/** Accounts by plan, revenue and failed payments of the last 30 days. They name no customer. */
export const billingRow = (stage: MonitoredResources['stage'], { plans, currency }: Billing): OverviewRow => ({
  title: 'Who pays?',
  hint: 'As of the nightly pass, 30 days. Healthy: few failed payments, and no event failed or was refused.',
  widgets: [
    graph(5, 'Accounts, by plan', {
      ...lastMonth,
      stacked: true,
      left: plans.map((plan) =>
        ownMetric(stage, billingMetricNames.accounts, { ...daily, dimensions: { plan }, label: plan }),
      ),
    }),
    graph(5, `Monthly recurring revenue, ${currency.toUpperCase()}`, {
      ...lastMonth,
      left: [ownMetric(stage, billingMetricNames.monthlyRecurringRevenue, { ...daily, label: 'revenue' })],
    }),
    graph(5, 'Accounts with a failed payment', {
      ...lastMonth,
      left: [ownMetric(stage, billingMetricNames.failedPayments, { ...daily, label: 'accounts' })],
    }),
    graph(5, 'Events of Stripe', {
      left: [
        ownMetric(stage, billingMetricNames.billingEventsFailed, { label: 'failed' }),
        ownMetric(stage, billingMetricNames.billingEventsRefused, { label: 'refused' }),
      ],
    }),
  ],
});

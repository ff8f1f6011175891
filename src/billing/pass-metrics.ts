import { type Metrics, billingMetricNames as names } from '../embedded-metrics.ts';
import type { Plans } from '../plans.ts';
import type { ReconciliationReport } from './reconciliation-report.ts';
import { currencyDecimals } from './stripe-prices.ts';

type PassContext = { readonly plans: Plans; readonly currency: string; readonly at: number };

const count = (value: number) => ({ unit: 'Count', value }) as const;

/** The metrics of a whole pass: one line for all accounts, and one for each plan of the settings. */
export const passMetrics = (report: ReconciliationReport, { plans, currency, at }: PassContext): Metrics[] => [
  {
    at,
    dimensions: {},
    dimensionSets: [[]],
    values: {
      [names.billingPassComplete]: count(report.failed === 0 ? 1 : 0),
      [names.billingDifferences]: count(report.repaired),
      [names.duplicateSubscriptions]: count(report.duplicates),
      [names.unknownPrices]: count(report.unknownPrices),
      [names.excessKeys]: count(report.excessKeys),
      [names.failedPayments]: count(report.inGrace + report.unpaid),
      [names.monthlyRecurringRevenue]: {
        unit: 'None',
        value: (report.monthlyRevenue[currency] ?? 0) / 10 ** currencyDecimals(currency),
      },
    },
  },
  ...plans.all.map(({ id: plan }) => ({
    at,
    dimensions: { plan },
    dimensionSets: [['plan']],
    values: { [names.accounts]: count(report.accountsPerPlan[plan] ?? 0) },
  })),
];

import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { billingMetricNames, metricNames } from '../../src/embedded-metrics.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { apiMetric, failuresOf, functionMetric, type MonitoredResources, ownMetric, period, sumOf } from './metrics.ts';

/** The alarms on what customers do in the dashboard and with the management API. */
export const managementAlarms = (watched: MonitoredResources): AlarmDefinition[] => [
  apiErrorsRow(watched),
  apiLatencyRow(watched),
  signUpErrorsRow(watched),
  signUpMailsRow(watched),
  keyApiErrorsRow(watched),
  ...(watched.billing ? [checkoutErrorsRow(watched), misconfiguredRow(watched)] : []),
];

/** Time-outs and failures of authorizers are in API Gateway's metric too. */
const apiErrorsRow = ({ stage, controlPlane }: MonitoredResources): AlarmDefinition => {
  const { leastFailures, percent } = stage.alarms.managementErrors;
  return {
    name: 'management-errors',
    runbook: 'management-errors',
    description: `At least ${percent} % of the requests to the management API failed (5xx) in 5 minutes (with ${leastFailures} failures or more).`,
    metric: new MathExpression({
      expression: `IF(FILL(failed, 0) >= ${leastFailures}, 100 * FILL(failed, 0) / requests, 0)`,
      usingMetrics: {
        failed: apiMetric(controlPlane.api.httpApi, '5xx'),
        requests: apiMetric(controlPlane.api.httpApi, 'Count'),
      },
      label: '% failed',
      period,
    }),
    threshold: percent,
  };
};

const apiLatencyRow = ({ stage, controlPlane }: MonitoredResources): AlarmDefinition => ({
  name: 'management-latency',
  canWait: true,
  runbook: 'management-latency',
  description: `A tenth of the requests to the management API took ${stage.alarms.managementLatency.toSeconds()} s or more in 2 of the last 3 five-minute periods.`,
  // Not p99: a change of the plan asks Stripe a dozen times, and among few requests it would be the slowest hundredth.
  metric: apiMetric(controlPlane.api.httpApi, 'Latency', { statistic: Stats.percentile(90) }),
  threshold: stage.alarms.managementLatency.toMilliseconds(),
  periods: { breaching: 2, of: 3 },
});

const signUpErrorsRow = ({ stage, controlPlane }: MonitoredResources): AlarmDefinition => ({
  name: 'sign-up-errors',
  runbook: 'sign-up-errors',
  description: `At least ${stage.alarms.signUpErrors} sign-ups or recoveries failed or were throttled in 5 minutes.`,
  metric: sumOf(
    [...failuresOf(controlPlane.publicApi), ...failedOperations(stage, ['signUp', 'recover'])],
    'failed or throttled',
  ),
  threshold: stage.alarms.signUpErrors,
});

/** Lambda gives an event up after its last retry. */
const signUpMailsRow = ({ stage, controlPlane }: MonitoredResources): AlarmDefinition => ({
  name: 'sign-up-mails',
  runbook: 'sign-up-mails',
  description: `At least ${stage.alarms.signUpErrors} mails of sign-ups were refused at every attempt in 5 minutes.`,
  metric: functionMetric(controlPlane.signUpMail, 'AsyncEventsDropped'),
  threshold: stage.alarms.signUpErrors,
});

const keyApiErrorsRow = ({ stage, controlPlane: { keyApi } }: MonitoredResources): AlarmDefinition => ({
  name: 'key-api-errors',
  runbook: 'key-api-errors',
  description: `At least ${stage.alarms.keyApiErrors} requests to GET /v1/key failed or were throttled in 5 minutes.`,
  metric: sumOf(
    [...failuresOf(keyApi.authorizer), ...failuresOf(keyApi.handler), ...failedOperations(stage, ['getCurrentKey'])],
    'failed or throttled',
  ),
  threshold: stage.alarms.keyApiErrors,
});

/** An outage of Stripe sets it off too. */
const checkoutErrorsRow = ({ stage }: MonitoredResources): AlarmDefinition => ({
  name: 'checkout-errors',
  runbook: 'checkout-errors',
  description: `At least ${stage.alarms.checkoutErrors} requests for a Checkout, a change of the plan, its preview or the portal failed in 5 minutes.`,
  metric: sumOf(
    failedOperations(stage, ['openCheckout', 'changeAccountPlan', 'previewAccountPlan', 'openBillingPortal']),
    'failed',
  ),
  threshold: stage.alarms.checkoutErrors,
});

const misconfiguredRow = ({ stage }: MonitoredResources): AlarmDefinition => ({
  name: 'billing-misconfigured',
  runbook: 'billing-misconfigured',
  description: 'Stripe refused a request because of our configuration: a key, a permission, a price or a tax setting.',
  metric: ownMetric(stage, billingMetricNames.billingMisconfigured),
  threshold: 1,
});

/** Requests to operations that ended with a status of 500 or more. */
const failedOperations = (stage: MonitoredResources['stage'], operations: readonly string[]) =>
  operations.map((operation) => ownMetric(stage, metricNames.operationsFailed, { dimensions: { operation } }));

import type { EpochMs } from './time.ts';

// The functions that emit metrics and the constructs that watch them both import this file: keep it light.

/** Sluice's own CloudWatch metrics. What each counts, in which unit and by which dimensions: docs/monitoring.md. */
export const metricNames = {
  calls: 'Calls',
  latency: 'Latency',
  tallyLag: 'TallyLag',
  recordsReplayed: 'RecordsReplayed',
  usageDaysComplete: 'UsageDaysComplete',
  statusWritten: 'StatusWritten',
  accountSweepComplete: 'AccountSweepComplete',
  recordsLost: 'RecordsLost',
  keysThrottled: 'KeysThrottled',
  recordsThrottled: 'RecordsThrottled',
  callsNotGivenBack: 'CallsNotGivenBack',
  recordsDiverted: 'RecordsDiverted',
  requestsFailed: 'RequestsFailed',
  operationsFailed: 'OperationsFailed',
  malformedKeys: 'MalformedKeys',
  unknownKeys: 'UnknownKeys',
  unknownPlans: 'UnknownPlans',
  nodeUp: 'NodeUp',
  nodeLag: 'NodeLag',
  networkStalled: 'NetworkStalled',
  nodesOnWrongChain: 'NodesOnWrongChain',
  endpointUp: 'EndpointUp',
  signUpsOverLimit: 'SignUpsOverLimit',
  credentialsRejected: 'CredentialsRejected',
  accountsBelowCost: 'AccountsBelowCost',
} as const;

/** Only where watch runs in a VPC. */
export const vpcMetricNames = {
  /** Calls of AWS to which watch got no answer (log event `aws_unreachable`). */
  awsUnreachable: 'AwsUnreachable',
} as const;

export const billingMetricNames = {
  billingRunComplete: 'BillingRunComplete',
  billingPassComplete: 'BillingPassComplete',
  billingDifferences: 'BillingDifferences',
  duplicateSubscriptions: 'DuplicateSubscriptions',
  unknownPrices: 'UnknownPrices',
  accounts: 'Accounts',
  monthlyRecurringRevenue: 'MonthlyRecurringRevenue',
  failedPayments: 'FailedPayments',
  billingEventsRefused: 'BillingEventsRefused',
  billingEventsFailed: 'BillingEventsFailed',
  billingMisconfigured: 'BillingMisconfigured',
  excessKeys: 'ExcessKeys',
} as const;

type Values<T> = T[keyof T];

export type MetricName = Values<typeof metricNames> | Values<typeof vpcMetricNames> | Values<typeof billingMetricNames>;

export type Metrics = {
  readonly at: EpochMs;
  readonly dimensions: Readonly<Record<string, string>>;
  /** The sets of dimensions to aggregate by. CloudWatch charges a metric for each set and its values. */
  readonly dimensionSets: readonly (readonly string[])[];
  readonly values: Readonly<Partial<Record<MetricName, MetricValues>>>;
};

type MetricValues = {
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds' | 'None';
  readonly value: number | readonly number[];
};

/** The most values of a metric in a line (CloudWatch, "Specification: Embedded metric format"). */
export const maxValues = 100;

/**
 * Creates a function that writes metrics to the log in CloudWatch's embedded metric format, one line each.
 * @param namespace undefined emits nothing
 * @param write gets the line without a newline. It must write directly to the standard output: Lambda wraps the output
 * of console.log, so that CloudWatch does not find the metrics.
 */
export const createMetricEmitter =
  (namespace: string | undefined, write: (line: string) => void) =>
  ({ at, dimensions, dimensionSets, values }: Metrics): void => {
    if (namespace === undefined) return;
    const entries = Object.entries(values);
    const definitions = entries.map(([Name, { unit }]) => ({ Name, Unit: unit }));
    const directive = { Namespace: namespace, Dimensions: dimensionSets, Metrics: definitions };
    const targets = Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
    write(JSON.stringify({ _aws: { Timestamp: at, CloudWatchMetrics: [directive] }, ...dimensions, ...targets }));
  };

import type { EpochMs } from './time.ts';

// The functions that emit metrics and the constructs that watch them both import this file: keep it light.

/** Sluice's own CloudWatch metrics; docs/monitoring.md explains them. */
export const metricNames = {
  /** Calls by network and outcome, and by network alone. */
  calls: 'Calls',
  /** Milliseconds in the gateway of each answered request, by network. */
  latency: 'Latency',
  /** Milliseconds from the end of a batch's oldest request to its tally. */
  tallyLag: 'TallyLag',
  /** Records that were written long after their request ended. */
  recordsReplayed: 'RecordsReplayed',
  /** 1 if a run of usage-days computed all past days that were due, otherwise 0. */
  usageDaysComplete: 'UsageDaysComplete',
  /** 1 if a run of the account sweep reached the end of its pass without a failure, otherwise 0. */
  accountSweepComplete: 'AccountSweepComplete',
  /** Records that went to the log instead of the table. */
  recordsLost: 'RecordsLost',
  /** Requests that got a 503 because DynamoDB throttled the counters of their key (log event `key_throttled`). */
  keysThrottled: 'KeysThrottled',
  /** Records that went to the log because DynamoDB throttled the records of their key. */
  recordsThrottled: 'RecordsThrottled',
  /** Calls that stay counted against a day's quota although no node answered them (log event `give_back_failed`). */
  callsNotGivenBack: 'CallsNotGivenBack',
  /** Records that the tally itself stored in the failure bucket. */
  recordsDiverted: 'RecordsDiverted',
  /** Requests that failed because of the gateway (log event `request_failed`). */
  requestsFailed: 'RequestsFailed',
  /** Requests of the management API that ended with a status of 500 or more, by operation (log event `api_failed`). */
  operationsFailed: 'OperationsFailed',
  /** Requests whose key does not have the format of a secret. */
  malformedKeys: 'MalformedKeys',
  /** Requests whose key has the format of a secret but does not exist. */
  unknownKeys: 'UnknownKeys',
  /** Log lines about refused keys whose plan the settings do not have: at most one a minute from each process. */
  unknownPlans: 'UnknownPlans',
  /** 1 if a node answered watch's check, otherwise 0. */
  nodeUp: 'NodeUp',
  /** A node's distance to the best node of its network, in the chain's unit. */
  nodeLag: 'NodeLag',
  /** 1 if all endpoints of the RPC API answered watch correctly, otherwise 0. */
  endpointUp: 'EndpointUp',
  /** Sign-ups refused because all together reached the day's limit. */
  signUpsOverLimit: 'SignUpsOverLimit',
  /** Answers of nodes that rejected the operator's credentials, by the node's host. */
  credentialsRejected: 'CredentialsRejected',
} as const;

export const billingMetricNames = {
  /** 1 if a run of the billing reconciliation did all that was due without a failure, otherwise 0. */
  billingRunComplete: 'BillingRunComplete',
  /** 1 if a nightly pass over all accounts with billing reached its end without a failure, otherwise 0. */
  billingPassComplete: 'BillingPassComplete',
  /** Accounts that differed from Stripe and were corrected by a pass. */
  billingDifferences: 'BillingDifferences',
  /** Further subscriptions of a customer, which a pass cancelled and refunded. */
  duplicateSubscriptions: 'DuplicateSubscriptions',
  /** Subscriptions with a price of no plan, in a pass. */
  unknownPrices: 'UnknownPrices',
  /** Accounts by plan, as a nightly pass found them. */
  accounts: 'Accounts',
  /** What all subscriptions together pay in a month, in units of the settings' currency. */
  monthlyRecurringRevenue: 'MonthlyRecurringRevenue',
  /** Accounts whose last payment failed. */
  failedPayments: 'FailedPayments',
  /** Events that were refused although they had a signature (log event `billing_event_refused`). */
  billingEventsRefused: 'BillingEventsRefused',
  /** Events that could not be applied, so that Stripe sends them again (log event `billing_event_failed`). */
  billingEventsFailed: 'BillingEventsFailed',
  /** Requests that Stripe refused because of our configuration (log event `billing_misconfigured`). */
  billingMisconfigured: 'BillingMisconfigured',
  /** Accounts with more keys than their plan allows, as a nightly pass found them. */
  excessKeys: 'ExcessKeys',
} as const;

type Values<T> = T[keyof T];

export type MetricName = Values<typeof metricNames> | Values<typeof billingMetricNames>;

export type Metrics = {
  readonly at: EpochMs;
  readonly dimensions: Readonly<Record<string, string>>;
  /** The sets of dimensions to aggregate by. CloudWatch charges a metric for each set and its values. */
  readonly dimensionSets: readonly (readonly string[])[];
  readonly values: Readonly<Partial<Record<MetricName, MetricValues>>>;
};

type MetricValues = { readonly unit: 'Count' | 'Milliseconds' | 'None'; readonly value: number | readonly number[] };

/** The most values of a metric in a line (CloudWatch, "Specification: Embedded metric format"). */
export const maxValues = 100;

/**
 * Creates a function that writes metrics to the log in CloudWatch's embedded metric format, one line each.
 * @param write gets the line without a newline. It must write directly to the standard output: Lambda wraps the output
 * of console.log, so that CloudWatch does not find the metrics.
 */
export const createMetricEmitter =
  (namespace: string, write: (line: string) => void) =>
  ({ at, dimensions, dimensionSets, values }: Metrics): void => {
    const entries = Object.entries(values);
    const definitions = entries.map(([Name, { unit }]) => ({ Name, Unit: unit }));
    const directive = { Namespace: namespace, Dimensions: dimensionSets, Metrics: definitions };
    const targets = Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
    write(JSON.stringify({ _aws: { Timestamp: at, CloudWatchMetrics: [directive] }, ...dimensions, ...targets }));
  };

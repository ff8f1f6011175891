import { Duration } from 'aws-cdk-lib';

/** The threshold of each alarm; docs/runbook.md explains the alarms. Counts are per five minutes. */
export type AlarmThresholds = {
  /** Invocations of the authorizer that failed or were throttled. */
  readonly authorizerErrors: number;
  /** Invocations of the proxy that failed or were throttled, and requests that it answered with an internal error. */
  readonly proxyErrors: number;
  /** p99 of the requests that a node answered. */
  readonly latency: Duration;
  /** The percentage of a network's calls that fail upstream; ignored below `leastCalls` calls. */
  readonly upstreamFailures: { readonly percent: number; readonly leastCalls: number };
  /** The age of the oldest record that is not yet in the tallies. Every record waits up to the stage's `tallyWindow`. */
  readonly tallyAge: Duration;
  /** Records that could not be counted and are in the failure bucket. */
  readonly failedRecords: number;
  /** Reads and writes that DynamoDB throttled. */
  readonly throttles: number;
  /** Requests refused, and records not written, because DynamoDB throttled what belongs to their key. */
  readonly keysThrottled: number;
  /** Answers of a node that reject the operator's credentials. Watch alone sees five in five minutes. */
  readonly credentialsRejected: number;
  /** Log lines about keys that were refused because the settings do not have their plan. */
  readonly unknownPlans: number;
  /** The percentage of the requests to the management API that fail; ignored below so many failures. */
  readonly managementErrors: { readonly percent: number; readonly leastFailures: number };
  /** p90 of the requests to the management API. */
  readonly managementLatency: Duration;
  /** Sign-ups and recoveries that failed. */
  readonly signUpErrors: number;
  /** Requests to `GET /v1/key` that failed. */
  readonly keyApiErrors: number;
  /** Requests for a Checkout, a change of the plan, its preview or the portal that failed. */
  readonly checkoutErrors: number;
  /** Records that are only in the log. */
  readonly lostRecords: number;
  /** Accounts that a nightly pass corrected. One may be an event that was on its way. */
  readonly billingDifferences: number;
  /** Accounts that a daily report names because they cost more than they brought in. */
  readonly accountsBelowCost: number;
  /** Events with a wrong signature, per hour. */
  readonly billingEventsRefused: number;
  /** Events that could not be applied. */
  readonly billingEventsFailed: number;
};

/** The thresholds of both stages. */
export const alarmThresholds: AlarmThresholds = {
  authorizerErrors: 5,
  proxyErrors: 5,
  latency: Duration.seconds(5),
  upstreamFailures: { percent: 5, leastCalls: 20 },
  tallyAge: Duration.minutes(5),
  failedRecords: 1,
  throttles: 20,
  keysThrottled: 20,
  // A single rejection can be a firewall's answer to a customer's call.
  credentialsRejected: 3,
  unknownPlans: 1,
  // Five failures of a single customer's script in a busy hour are less than a hundredth.
  managementErrors: { percent: 1, leastFailures: 5 },
  managementLatency: Duration.seconds(5),
  // Visitors who fail once do not come back.
  signUpErrors: 3,
  keyApiErrors: 5,
  checkoutErrors: 3,
  lostRecords: 1,
  billingDifferences: 1,
  accountsBelowCost: 1,
  // Stripe repeats each refused event; a single one can be a stranger's.
  billingEventsRefused: 3,
  billingEventsFailed: 5,
};

import { Duration } from 'aws-cdk-lib';

/** When each alarm goes off; docs/runbook.md says what it means and what to do. Counts are of five minutes. */
export type AlarmThresholds = {
  /** Invocations of the authorizer that failed or were turned away for lack of capacity. */
  readonly authorizerErrors: number;
  /** The same of the proxy, and requests that it failed and answered so. */
  readonly proxyErrors: number;
  /** Of the slowest request in a hundred, of those that a node answered. */
  readonly latency: Duration;
  /** Calls of a network that no node answered: their share, where there were so many calls at least. */
  readonly upstreamFailures: { readonly percent: number; readonly leastCalls: number };
  /** How long a record has waited for the tally. Records wait for the stage's `tallyWindow` in any case. */
  readonly tallyAge: Duration;
  /** Records that could not be counted and lie in the failure bucket. */
  readonly failedRecords: number;
  /** Reads and writes that DynamoDB turned away. */
  readonly throttles: number;
  /** Answers of a network's nodes that did not take the operator's credentials. Watch alone gets five of each such node. */
  readonly credentialsRejected: number;
  /** Records that are in the log alone. */
  readonly lostRecords: number;
};

/** The thresholds of every stage that has no others. */
export const alarmThresholds: AlarmThresholds = {
  authorizerErrors: 5,
  proxyErrors: 5,
  latency: Duration.seconds(5),
  upstreamFailures: { percent: 5, leastCalls: 20 },
  tallyAge: Duration.minutes(5),
  failedRecords: 1,
  throttles: 20,
  // One may be a firewall's answer to a customer's call.
  credentialsRejected: 3,
  lostRecords: 1,
};

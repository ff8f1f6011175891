import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm: it goes off when the metric is at the threshold or above, and then the promise is not kept. */
export type AlarmDefinition = {
  readonly name: string;
  /** The anchor of its entry in docs/runbook.md. */
  readonly runbook: string;
  readonly promise: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** It goes off when the metric is below the threshold instead. */
  readonly below?: true;
  /** No data is as bad as bad data; otherwise it is good. */
  readonly silenceIsBad?: true;
  /**
   * Whether a release is rolled back by it: what the code answers for, not a node and not the load. Its metric may not name
   * what is behind an alias, like the mapping: the alias waits for its deployment group, and that for its alarms.
   */
  readonly stopsRelease?: true;
  /** In how many periods out of how many; one in one, unless given. */
  readonly periods?: { readonly breaching: number; readonly of: number };
};

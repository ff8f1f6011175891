import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm that goes off when the metric is at or above the threshold. */
export type AlarmDefinition = {
  readonly name: string;
  /** The network that the alarm is about, or that has the node. */
  readonly network?: string;
  /** The anchor of its entry in docs/runbook.md. */
  readonly runbook: string;
  /** The condition that sets it off: a sentence for the alarm mail. */
  readonly description: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** The alarm goes off below the threshold instead. */
  readonly below?: true;
  /** Missing data sets the alarm off; by default it counts as good. */
  readonly missingDataBreaches?: true;
  /** Nobody has to be woken: it goes to the topic of notices. */
  readonly canWait?: true;
  /**
   * Rolls back the release of the functions that calls pass: for faults of the code, not of a node or the load. Its metric must not refer to a resource that needs one of their aliases, such as the
   * event source mapping: the alias depends on its deployment group, and that on these alarms.
   */
  readonly stopsRelease?: true;
  /** How many of the last periods must breach; 1 of 1 by default. */
  readonly periods?: { readonly breaching: number; readonly of: number };
};

import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { alarmDefinitions } from './alarms.ts';
import { LoggedMetrics } from './logged-metrics.ts';
import type { MonitoredResources } from './metrics.ts';
import { Overview } from './overview.ts';
import { TopKeys } from './top-keys.ts';

export type MonitoringProps = MonitoredResources & {
  /** Who is told of alarms. */
  readonly alarmEmail: string | undefined;
};

/** What tells people how the service is: metrics counted in logs, alarms with their topic, and the overview. */
export class Monitoring extends Construct {
  /** By their names in alarms.ts. */
  readonly alarms: Readonly<Record<string, Alarm>>;
  /** Those by which a release is rolled back. */
  readonly releaseAlarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { stage, alarmEmail } = props;
    new LoggedMetrics(this, 'LoggedMetrics', props);
    const action = new SnsAction(new AlarmTopic(this, 'AlarmTopic', stage, alarmEmail));
    const rows = alarmDefinitions(props);
    this.alarms = Object.fromEntries(rows.map((row) => [row.name, this.alarm(stage.name, row)]));
    const stopping = rows.filter(({ stopsRelease }) => stopsRelease);
    this.releaseAlarms = stopping.flatMap(({ name }) => this.alarms[name] ?? []);
    for (const alarm of Object.values(this.alarms)) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    const topKeys = new TopKeys(this, 'TopKeys', props);
    new Overview(this, 'Overview', { watched: props, alarms: Object.values(this.alarms), topKeys });
  }

  private alarm(stageName: string, row: AlarmDefinition): Alarm {
    const { name, runbook, promise, metric, threshold, periods } = row;
    return new Alarm(this, `Alarm-${name}`, {
      alarmName: `sluice-${stageName}-${name}`,
      alarmDescription: `Promised: ${promise} What to do: docs/runbook.md#${runbook}`,
      metric,
      threshold,
      comparisonOperator: row.below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: periods?.breaching ?? 1,
      evaluationPeriods: periods?.of ?? 1,
      // A service that nobody calls tells nothing, and is well; only watch has to tell something all the time.
      treatMissingData: row.silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }
}

/**
 * Where a stage's alarms go. It is not encrypted with a key of AWS's, which CloudWatch may not use, nor with one of its own, at
 * a dollar a month: what it carries is names and thresholds of alarms, and nothing of customers.
 */
export class AlarmTopic extends Topic {
  /** @param email who is told; an address has to confirm that it wants to be */
  constructor(scope: Construct, id: string, stage: Stage, email: string | undefined) {
    super(scope, id, { topicName: `sluice-${stage.name}-alarms`, enforceSSL: true });
    if (email !== undefined) this.addSubscription(new EmailSubscription(email));
    // A policy of its own, as TLS wants one, takes the place of the default one, by which the account's alarms may publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }
}

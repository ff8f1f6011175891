import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { AlarmRow } from './alarm-row.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { alarmRows } from './alarms.ts';
import { LoggedMetrics } from './logged-metrics.ts';
import { Overview } from './overview/overview.ts';
import { TopKeys } from './top-keys.ts';
import type { Watched } from './watched.ts';

export type MonitoringProps = Watched & {
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
    const rows = alarmRows(props);
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

  private alarm(stageName: string, row: AlarmRow): Alarm {
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

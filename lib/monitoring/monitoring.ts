import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { ReleaseAlarms } from '../release/ignored-alarms.ts';
import { type AlarmTopics, createTopics } from './alarm-topics.ts';
import { alarmDefinitions } from './alarms.ts';
import { type CreatedAlarm, createAlarms } from './create-alarms.ts';
import { LoggedMetrics } from './logged-metrics.ts';
import type { MonitoredResources } from './metrics.ts';
import { Overview } from './overview.ts';
import { SavedQueries } from './saved-queries.ts';
import { TopKeys } from './top-keys.ts';

/** The metrics counted in logs, the alarms with their topics and, with full operations, the overview. */
export class Monitoring extends Construct {
  readonly topics: AlarmTopics;
  /** By their names in the files of this folder. */
  readonly alarms: Readonly<Record<string, Alarm>>;
  /** The alarms that roll a release back, by the same names. */
  readonly releaseAlarms: ReleaseAlarms;

  /** @param alarmEmail the address that gets the alarm mails */
  constructor(scope: Construct, id: string, watched: MonitoredResources, alarmEmail: string | undefined) {
    super(scope, id);
    const { stage } = watched;
    new LoggedMetrics(this, 'LoggedMetrics', watched);
    this.topics = createTopics(this, stage, alarmEmail);
    const alarms = createAlarms(this, stage.instance, alarmDefinitions(watched));
    const byName = (some: readonly CreatedAlarm[]) => Object.fromEntries(some.map(({ name, alarm }) => [name, alarm]));
    this.alarms = byName(alarms);
    this.releaseAlarms = byName(alarms.filter(({ stopsRelease }) => stopsRelease));
    this.notify(alarms);
    new SavedQueries(this, 'SavedQueries', watched);
    if (stage.operations === 'light') return;
    const topKeys = new TopKeys(this, 'TopKeys', watched);
    new Overview(this, 'Overview', { watched, alarms: alarms.map(({ shown }) => shown), topKeys });
  }

  private notify(alarms: readonly CreatedAlarm[]): void {
    for (const { alarm, canWait } of alarms) {
      const action = new SnsAction(canWait ? this.topics.notices : this.topics.alarms);
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}

import { Stack, Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from '../instance/stage.ts';
import type { ReleaseAlarms } from '../release/ignored-alarms.ts';
import { alarmDefinitions } from './alarms.ts';
import { createAlarms } from './create-alarms.ts';
import { LoggedMetrics } from './logged-metrics.ts';
import type { MonitoredResources } from './metrics.ts';
import { Overview } from './overview.ts';
import { TopKeys } from './top-keys.ts';

/** The metrics counted in logs, the alarms with their topic, and the overview. */
export class Monitoring extends Construct {
  /** Gets a message when an alarm goes off, and when it is over. */
  readonly topic: ITopic;
  /** By their names in the files of this folder. */
  readonly alarms: Readonly<Record<string, Alarm>>;
  /** The alarms that roll a release back, by the same names. */
  readonly releaseAlarms: ReleaseAlarms;

  /** @param alarmEmail the address that gets the alarm mails */
  constructor(scope: Construct, id: string, watched: MonitoredResources, alarmEmail: string | undefined) {
    super(scope, id);
    const { stage } = watched;
    new LoggedMetrics(this, 'LoggedMetrics', watched);
    this.topic = new AlarmTopic(this, 'AlarmTopic', stage, alarmEmail);
    const action = new SnsAction(this.topic);
    const alarms = createAlarms(this, stage.instance, alarmDefinitions(watched));
    this.alarms = Object.fromEntries(alarms.map(({ name, alarm }) => [name, alarm]));
    this.releaseAlarms = Object.fromEntries(
      alarms.flatMap(({ name, alarm, stopsRelease: stops }) => (stops ? [[name, { alarm, stops }]] : [])),
    );
    for (const alarm of Object.values(this.alarms)) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    const topKeys = new TopKeys(this, 'TopKeys', watched);
    new Overview(this, 'Overview', { watched, alarms: alarms.map(({ shown }) => shown), topKeys });
  }
}

/**
 * The topic of a stage's alarms. Without the setting `customerManagedKey` it is not encrypted: CloudWatch cannot use the AWS managed key, a customer managed key
 * costs a dollar a month, and the messages hold names and thresholds of alarms, no customer data.
 */
class AlarmTopic extends Topic {
  /** @param email gets the alarms once the recipient has confirmed the subscription */
  constructor(scope: Construct, id: string, stage: Stage, email: string | undefined) {
    const { instance, encryptionKey: masterKey } = stage;
    super(scope, id, { topicName: `sluice-${instance}-alarms`, enforceSSL: true, ...(masterKey && { masterKey }) });
    if (email !== undefined) this.subscribe(email);
    // enforceSSL needs a topic policy, which replaces the default one that lets the account's alarms publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }

  private subscribe(email: string): void {
    const subscription = this.addSubscription(new EmailSubscription(email));
    Validations.of(subscription).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason:
        'SNS repeats a mail for hours. Nobody would read a queue of old alarms, and CloudWatch shows their state.',
    });
  }
}

import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Stage } from '../instance/stage.ts';

/** `alarms` wakes somebody, `notices` can wait for the next working day. */
export type AlarmTopics = Readonly<Record<'alarms' | 'notices', ITopic>>;

/** @param email gets the messages of both, once the recipient has confirmed the subscriptions */
export const createTopics = (scope: Construct, stage: Stage, email: string | undefined): AlarmTopics => ({
  alarms: new AlarmTopic(scope, 'AlarmTopic', { stage, name: 'alarms', email }),
  notices: new AlarmTopic(scope, 'NoticeTopic', { stage, name: 'notices', email }),
});

type AlarmTopicProps = {
  readonly stage: Stage;
  readonly name: keyof AlarmTopics;
  readonly email: string | undefined;
};

/**
 * Without the setting `customerManagedKey` it is not encrypted: CloudWatch cannot use the AWS managed key, a customer managed
 * key costs a dollar a month, and the messages hold names and thresholds of alarms, no customer data.
 */
class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { stage, name, email }: AlarmTopicProps) {
    const { instance, encryptionKey: masterKey } = stage;
    super(scope, id, { topicName: `sluice-${instance}-${name}`, enforceSSL: true, ...(masterKey && { masterKey }) });
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

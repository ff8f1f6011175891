import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

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

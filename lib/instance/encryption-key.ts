import { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, type IPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StagePreset } from './stage.ts';

const use = ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'];

/**
 * The customer-managed key of an instance's tables, logs and alarm topic: the setting `customerManagedKey`. Its policy lets
 * the services use it, so that the functions' roles stay as they are: access to a table is still decided by its grants.
 */
export class EncryptionKey extends Key {
  constructor(scope: Construct, id: string, { name, removalPolicy }: Pick<StagePreset, 'name' | 'removalPolicy'>) {
    super(scope, id, {
      description: `Tables, logs and alarm topic of Sluice (${name})`,
      enableKeyRotation: true,
      // Without it, neither the tables that prod keeps nor their backups can be read.
      removalPolicy,
    });
    const { account, region, urlSuffix, partition } = Stack.of(this);
    const allow = (principal: IPrincipal, actions: string[], conditions: Record<string, unknown>) =>
      this.addToResourcePolicy(new PolicyStatement({ principals: [principal], actions, resources: ['*'], conditions }));
    // As the policy of AWS's own key for DynamoDB ("DynamoDB encryption at rest: usage notes").
    allow(new AnyPrincipal(), [...use, 'kms:CreateGrant'], {
      StringEquals: { 'kms:CallerAccount': account, 'kms:ViaService': `dynamodb.${region}.${urlSuffix}` },
    });
    // CloudWatch Logs user guide, "Encrypt log data".
    allow(new ServicePrincipal(`logs.${region}.amazonaws.com`), use, {
      ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*` },
    });
    // Alarms publish to the topic (Amazon SNS, "Key management").
    allow(new ServicePrincipal('cloudwatch.amazonaws.com'), ['kms:Decrypt', 'kms:GenerateDataKey*'], {
      StringEquals: { 'aws:SourceAccount': account },
    });
  }
}

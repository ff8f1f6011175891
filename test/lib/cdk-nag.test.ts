import { describe, expect, test } from '@jest/globals';
import { App, Validations } from 'aws-cdk-lib';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { Effect, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Construct } from 'constructs';
import { stackOf, stageNames } from './synthesis.ts';

function synthesizeWithChecks(stack: Construct): void {
  const app = stack.node.root;
  if (!App.isApp(app)) throw new Error('a stack of the tests stands in an app');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
}

const acknowledged = (stack: Construct): [string, unknown][] =>
  stack.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }): [string, unknown][] => Object.entries(data))
      .map(([id, reason]): [string, unknown] => [id.replace(/^annotation::/i, ''), reason]),
  );

describe.each(stageNames)('AwsSolutions on %s', (stageName) => {
  test('finds nothing that is not acknowledged', () => {
    expect(() => synthesizeWithChecks(stackOf(stageName))).not.toThrow();
  });

  test('only these findings are acknowledged, each with its reason', () => {
    const findings = acknowledged(stackOf(stageName));
    expect(findings.map(([id]) => id).sort()).toEqual([
      'AwsSolutions-CFR1',
      'AwsSolutions-CFR2',
      'AwsSolutions-CFR3',
      'AwsSolutions-CFR4',
      'AwsSolutions-COG2',
      'AwsSolutions-COG8',
      'AwsSolutions-IAM5[Resource::*]',
      'AwsSolutions-IAM5[Resource::<DashboardFilesFF9B60FA.Arn>/*]',
      'AwsSolutions-IAM5[Resource::<DataPlaneAuthorizerFunction76FBCED9.Arn>:*]',
      'AwsSolutions-IAM5[Resource::<DataPlaneProxyFunctionF44AEB99.Arn>:*]',
      'AwsSolutions-IAM5[Resource::<DataPlaneRecordStreamFailures1892E0A3.Arn>/*]',
      'AwsSolutions-IAM5[Resource::<DataPlaneRecordStreamTallyFunction4514E802.Arn>:*]',
      'AwsSolutions-IAM5[Resource::<TablesRecords353FBC94.Arn>/stream/*]',
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]',
      'AwsSolutions-L1',
      'AwsSolutions-S1',
      'AwsSolutions-S1',
      'AwsSolutions-SMG4',
    ]);
    for (const [, reason] of findings) expect(reason).toMatch(/^[A-Z].{40,}\.$/);
  });
});

describe('AwsSolutions fails the synthesis', () => {
  test('when a user pool takes weak passwords', () => {
    const stack = stackOf('dev');
    new UserPool(stack, 'Weak', { passwordPolicy: { minLength: 6 } });
    expect(() => synthesizeWithChecks(stack)).toThrow(/AwsSolutions-COG1/);
  });

  test('when a bucket takes requests without TLS', () => {
    const stack = stackOf('dev');
    new Bucket(stack, 'Open');
    expect(() => synthesizeWithChecks(stack)).toThrow(/AwsSolutions-S10/);
  });

  test('when a policy grants every action on everything', () => {
    const stack = stackOf('dev');
    const statement = new PolicyStatement({ effect: Effect.ALLOW, actions: ['dynamodb:*'], resources: ['*'] });
    new ManagedPolicy(stack, 'Broad', { statements: [statement] });
    expect(() => synthesizeWithChecks(stack)).toThrow(/AwsSolutions-IAM5/);
  });
});

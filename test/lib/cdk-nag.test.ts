import { beforeAll, describe, expect, test } from '@jest/globals';
import { App, CfnResource, Validations } from 'aws-cdk-lib';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { Effect, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { Construct } from 'constructs';
import { parseSettings } from '../../lib/settings/settings.ts';
import everyOption from '../upgrade/templates/every-option.config.ts';
import { type StackChanges, stackOf } from './synthesis.ts';
import { vpc } from './vpc/vpc-stack.ts';

function synthesizeWithChecks(stack: Construct): void {
  const app = stack.node.root;
  if (!App.isApp(app)) throw new Error('the stack has no app');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  app.synth();
}

const acknowledged = (stack: Construct): [string, unknown][] =>
  stack.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }): [string, unknown][] => Object.entries(data))
      .map(([id, reason]): [string, unknown] => [id.replace(/^annotation::/i, ''), reason]),
  );

const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/0-1-2';

/** Every setting that adds resources or changes them. The judge leaves the CDK's own validation of them to this test. */
const everything: StackChanges = {
  env: { account: '123456789012', region: 'eu-central-1' },
  settings: {
    ...parseSettings(everyOption, 'these tests'),
    domains: { ...everyOption.domains, dashboard: { name: 'app.example.com', certificate } },
    signUp: { emailDomains: ['example.com'] },
    vpc: { ...vpc, dynamoDbPrefixList: 'pl-0123456789abcdef0', ipv6: true },
  },
};

const tls = 'AwsSolutions-CFR4';
const staged = (partition: string, place: string) =>
  `AwsSolutions-IAM5[Resource::arn:${partition}:s3:::cdk-hnb659fds-assets-${place}/*]`;
const stagedAnywhere = staged('<AWS::Partition>', '<AWS::AccountId>-<AWS::Region>');
const inAccount = { env: { account: '123456789012' } };

/** Of CodeDeploy and its check, which dev does not have. */
const ofRelease = [
  'AwsSolutions-IAM5[Resource::*]',
  'AwsSolutions-IAM5[Resource::<DataPlaneAuthorizerFunction76FBCED9.Arn>:*]',
  'AwsSolutions-IAM5[Resource::<DataPlaneProxyFunctionF44AEB99.Arn>:*]',
  'AwsSolutions-IAM5[Resource::<DataPlaneRecordStreamTallyFunction4514E802.Arn>:*]',
];

// The largest first: CloudFormation's check takes seconds to begin with types of resources that it has not seen.
describe.each([
  [
    'prod with all that it may be given',
    'prod',
    everything,
    [staged('aws', '123456789012-eu-central-1'), 'Serverless-LambdaStarPermissions', 'Serverless-SNSRedrivePolicy'],
  ],
  ['prod', 'prod', inAccount, [tls, staged('<AWS::Partition>', '123456789012-<AWS::Region>')]],
  ['dev', 'dev', {}, [tls, stagedAnywhere]],
] as const)('AwsSolutions and Serverless on %s', (_name, stageName, given, own) => {
  let stack: Construct;
  beforeAll(() => {
    stack = stackOf(stageName, { ...given, validated: true });
  });

  test('acknowledge only these findings, each with its reason', () => {
    const findings = acknowledged(stack);
    const expected = [
      ...own,
      ...(stageName === 'prod' ? ofRelease : []),
      'AwsSolutions-APIG4',
      'AwsSolutions-CFR1',
      'AwsSolutions-CFR2',
      'AwsSolutions-CFR3',
      'AwsSolutions-COG1',
      'AwsSolutions-COG2',
      'AwsSolutions-COG8',
      'AwsSolutions-IAM5[Resource::<DashboardFilesFF9B60FA.Arn>/*]',
      'AwsSolutions-IAM5[Resource::<DataPlaneRecordStreamFailures1892E0A3.Arn>/*]',
      'AwsSolutions-IAM5[Resource::<TablesRecords353FBC94.Arn>/stream/*]',
      'AwsSolutions-L1',
      'AwsSolutions-S1',
      'AwsSolutions-SMG4',
      'Serverless-EventBusDLQ',
      'Serverless-LambdaAsyncFailureDestination',
      'Serverless-LambdaDLQ',
      'Serverless-LambdaLatestVersion',
      'Serverless-LambdaTracing',
    ];
    expect([...new Set(findings.map(([id]) => id))].sort()).toEqual([...expected].sort());
    for (const [, reason] of findings) expect(reason).toMatch(/^[A-Z].{40,}\.$/);
  });

  test('find nothing that is not acknowledged', () => expect(() => synthesizeWithChecks(stack)).not.toThrow());
});

test('what users add beside an instance fails the synthesis, by each check', () => {
  const stack = stackOf('dev', { validated: true });
  new UserPool(stack, 'Weak', { passwordPolicy: { minLength: 6 } });
  new Bucket(stack, 'Open');
  const statement = new PolicyStatement({ effect: Effect.ALLOW, actions: ['dynamodb:*'], resources: ['*'] });
  new ManagedPolicy(stack, 'Broad', { statements: [statement] });
  const code = Code.fromInline('exports.handler = async () => {};');
  new LambdaFunction(stack, 'Old', { runtime: Runtime.NODEJS_20_X, handler: 'index.handler', code });
  new CfnResource(stack, 'Nameless', { type: 'AWS::Lambda::Alias', properties: { Name: 'live' } });
  const finding = (path: string, rule: string) => new RegExp(`Sluice-dev/${path} .*\\n +Acknowledge with '\\S+${rule}`);
  const message = messageOf(() => synthesizeWithChecks(stack));
  expect(message).toMatch(finding('Weak/Resource', 'AwsSolutions-COG1'));
  expect(message).toMatch(finding('Open/Resource', 'AwsSolutions-S10'));
  expect(message).toMatch(finding('Broad/Resource', 'AwsSolutions-IAM5'));
  expect(message).toMatch(finding('Old/Resource', 'Serverless-LambdaLatestVersion'));
  // CloudFormation would reject the template, by the CDK's own check.
  expect(message).toMatch(/Nameless.*\n.*\n +Acknowledge with 'CloudFormation-Validate/);
});

function messageOf(fails: () => void): string {
  try {
    fails();
  } catch (error) {
    return String(error);
  }
  throw new Error('the synthesis did not fail');
}

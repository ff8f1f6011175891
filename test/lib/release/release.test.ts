import { describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { DataPlane } from '../../../lib/data-plane.ts';
import { Release } from '../../../lib/release/release.ts';
import { stageNamed } from '../../../lib/stage.ts';
import { Tables } from '../../../lib/tables.ts';
import { preTrafficCheckEnvironment, readEnvironment } from '../../../src/environment.ts';
import { readByFunctions } from '../../support/settings.ts';
import { arn, deployedVariablesOf, grantsOf, ownLogs, variablesOf } from '../functions.ts';
import { appOptions, context, deployed, propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const functions = {
  authorizer: 'DataPlaneAuthorizerFunction76FBCED9',
  proxy: 'DataPlaneProxyFunctionF44AEB99',
  tally: 'DataPlaneRecordStreamTallyFunction4514E802',
};
const below = (id: string, path: string) => ({ 'Fn::Join': ['', [arn(id), path]] });

describe.each(stageNames)('the releases of %s', (stageName) => {
  const template = templateOf(stageName);
  const of = (type: string) => Object.entries(template.findResources(type));
  const aliases = of('AWS::Lambda::Alias');
  const groups = of('AWS::CodeDeploy::DeploymentGroup');
  const [[applicationId = ''] = []] = of('AWS::CodeDeploy::Application');
  const [[checkId] = []] = of('AWS::Lambda::Function').filter(([id]) => id.startsWith('ReleaseCheck'));
  const versionOf = (functionId: string) =>
    of('AWS::Lambda::Version').find(([, { Properties }]) => Properties.FunctionName.Ref === functionId) ?? [];

  test('are those of authorizer, proxy and tally, which callers invoke by their alias', () => {
    expect(aliases.map(([, { Properties }]) => Properties)).toEqual(
      Object.values(functions).map((functionId) => ({
        FunctionName: { Ref: functionId },
        FunctionVersion: { 'Fn::GetAtt': [versionOf(functionId)[0], 'Version'] },
        Name: 'live',
      })),
    );
  });

  test('are made by CodeDeploy, which checks a version before it gets any traffic', () => {
    expect(aliases.map(([, { UpdatePolicy }]) => UpdatePolicy.CodeDeployLambdaAliasUpdate)).toEqual(
      groups.map(([groupId]) => ({
        ApplicationName: { Ref: applicationId },
        DeploymentGroupName: { Ref: groupId },
        BeforeAllowTrafficHook: { Ref: checkId },
      })),
    );
  });

  test('move a tenth of the calls for five minutes first on prod, and all at once on dev', () => {
    const expected = stageName === 'prod' ? 'LambdaCanary10Percent5Minutes' : 'LambdaAllAtOnce';
    expect(groups.map(([, { Properties }]) => Properties.DeploymentGroupName)).toEqual(Object.keys(functions));
    for (const [, { Properties }] of groups) {
      expect(Properties.DeploymentConfigName).toBe(`CodeDeployDefault.${expected}`);
    }
  });

  test('are rolled back when they fail, are stopped, or the new version has an error', () => {
    const alarms = propertiesOf(template, 'AWS::CloudWatch::Alarm');
    for (const [index, [, { Properties }]] of groups.entries()) {
      const functionId = Object.values(functions)[index] ?? '';
      const { AutoRollbackConfiguration, AlarmConfiguration } = Properties;
      expect(AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
      });
      expect(AlarmConfiguration.Enabled).toBe(true);
      expect(alarms[AlarmConfiguration.Alarms[0].Name.Ref]).toMatchObject({
        Namespace: 'AWS/Lambda',
        MetricName: 'Errors',
        Threshold: 1,
        TreatMissingData: 'notBreaching',
        Dimensions: [
          { Name: 'ExecutedVersion', Value: { 'Fn::GetAtt': [versionOf(functionId)[0], 'Version'] } },
          { Name: 'FunctionName', Value: { Ref: functionId } },
          { Name: 'Resource', Value: { 'Fn::Join': ['', [{ Ref: functionId }, ':live']] } },
        ],
      });
    }
  });

  test('keep earlier versions for a rollback by hand, but none of a failed release, which could not be tried again', () => {
    for (const functionId of Object.values(functions)) {
      const { DeletionPolicy, UpdateReplacePolicy } = versionOf(functionId)[1] ?? {};
      expect({ DeletionPolicy, UpdateReplacePolicy }).toEqual({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
    }
  });

  test('grant CodeDeploy these aliases, this check and the state of alarms, without managed policies', () => {
    const arns = Object.values(functions);
    const onAliases = (action: string) => [
      ...arns.map((id) => [action, arn(id)]),
      ...arns.map((id) => [action, below(id, ':live')]),
    ];
    expect(grantsOf(template, 'Release')).toEqual([
      ...['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'].flatMap(onAliases),
      ['lambda:InvokeFunction', arn(checkId ?? '')],
      ['cloudwatch:DescribeAlarms', '*'],
    ]);
    const [role] = Object.values(propertiesOf(template, 'AWS::IAM::Role', 'ReleaseRole'));
    expect(role?.ManagedPolicyArns).toBeUndefined();
    expect(role?.AssumeRolePolicyDocument.Statement[0].Principal).toEqual({ Service: 'codedeploy.amazonaws.com' });
  });

  test('grant the check to invoke any version of the three functions, and to report to their deployments', () => {
    const prefix = ['arn:', { Ref: 'AWS::Partition' }, ':codedeploy:', { Ref: 'AWS::Region' }, ':'];
    const group = (name: string) => ({
      'Fn::Join': ['', [...prefix, { Ref: 'AWS::AccountId' }, ':deploymentgroup:', { Ref: applicationId }, `/${name}`]],
    });
    expect(grantsOf(template, 'ReleaseCheck')).toEqual([
      ...ownLogs('ReleaseCheckLogs3525A1EA'),
      ...Object.values(functions).map((id) => ['lambda:InvokeFunction', below(id, ':*')]),
      ...Object.keys(functions).map((name) => ['codedeploy:PutLifecycleEventHookExecutionStatus', group(name)]),
    ]);
  });

  test('give the check the versions to invoke', () => {
    expect(variablesOf(template, 'ReleaseCheck')).toEqual({
      AUTHORIZER_VERSION: { Ref: versionOf(functions.authorizer)[0] },
      PROXY_VERSION: { Ref: versionOf(functions.proxy)[0] },
      TALLY_VERSION: { Ref: versionOf(functions.tally)[0] },
      LOG_LEVEL: stageNamed(stageName).logLevel,
    });
    const variables = deployedVariablesOf(template, 'ReleaseCheck');
    expect(() => readEnvironment(preTrafficCheckEnvironment, variables)).not.toThrow();
  });
});

test('a release is also rolled back by the given alarms', () => {
  const app = new App({ ...appOptions, context: { ...context(), 'aws:cdk:bundling-stacks': [] } });
  const stack = new Stack(app, 'Test');
  const alarm = new Alarm(stack, 'TooSlow', {
    metric: new Metric({ namespace: 'Test', metricName: 'Slow' }),
    threshold: 1,
    evaluationPeriods: 1,
  });
  const stage = deployed('prod');
  const tables = new Tables(stack, 'Tables', stage);
  const { functions } = new DataPlane(stack, 'DataPlane', {
    stage,
    tables,
    settings: readByFunctions,
    corsHeaders: [],
  });
  new Release(stack, 'Release', { stage, settings: readByFunctions, functions, alarms: { 'too-slow': alarm } });
  const groups = Object.values(Template.fromStack(stack).findResources('AWS::CodeDeploy::DeploymentGroup'));
  expect(groups).toHaveLength(3);
  for (const { Properties } of groups) {
    expect(Properties.AlarmConfiguration.Alarms).toContainEqual({ Name: { Ref: expect.stringMatching(/^TooSlow/) } });
  }
});

test.each(stageNames)('a release of %s is rolled back by the alarms on faults of the code', (stageName) => {
  const alarms = Object.values(templateOf(stageName).findResources('AWS::CodeDeploy::DeploymentGroup')).map(
    ({ Properties }) => Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => Name.Ref),
  );
  for (const name of ['authorizererrors', 'proxyerrors', 'lostrecords']) {
    for (const group of alarms) expect(group).toContainEqual(expect.stringContaining(`MonitoringAlarm${name}`));
  }
  expect(alarms.flat().join()).not.toMatch(/upstreamfailures|throttles|latency|failedrecords/);
});

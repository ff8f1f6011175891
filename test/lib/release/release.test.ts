import { describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { DataPlane } from '../../../lib/data-plane/data-plane.ts';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { Release } from '../../../lib/release/release.ts';
import { Tables } from '../../../lib/tables.ts';
import { preTrafficCheckEnvironment } from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { readByFunctions } from '../../support/settings.ts';
import {
  arn,
  deployedVariablesOf,
  grantsOf,
  ofSecrets,
  ownLogs,
  variablesOf,
} from '../functions/function-properties.ts';
import { appOptions, billing, context, deployed, propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const directory = 'TablesDirectoryD82D92C0';
const below = (id: string, path: string) => ({ 'Fn::Join': ['', [arn(id), path]] });

const release = 'Release';
const functions = Object.entries({
  authorizer: 'DataPlaneAuthorizerFunction',
  proxy: 'DataPlaneProxyFunction',
  tally: 'DataPlaneRecordStreamTallyFunction',
});
const management = [
  'ControlPlaneApiFunction',
  'ControlPlanePublicApiFunction',
  'ControlPlaneTokenAuthorizerFunction',
  'ControlPlaneKeyApiAuthorizerFunction',
  'ControlPlaneKeyApiHandlerFunction',
  'BillingEventsFunction',
];

describe.each(stageNames)('the release of %s with full operations', (stageName) => {
  const template = templateOf(stageName, { settings: { billing, operations: 'full' } });
  const of = (type: string) => Object.entries(template.findResources(type));
  const idOf = (type: string, beginning: string): string =>
    of(type).find(([id]) => id.startsWith(beginning) && /^[0-9A-F]{8}$/.test(id.slice(beginning.length)))?.[0] ?? '';
  const ids = functions.map(([, beginning]) => idOf('AWS::Lambda::Function', beginning));
  const applicationId = idOf('AWS::CodeDeploy::Application', `${release}Application`);
  const checkId = idOf('AWS::Lambda::Function', `${release}CheckFunction`);
  const groups = of('AWS::CodeDeploy::DeploymentGroup').filter(
    ([, { Properties }]) => Properties.ApplicationName.Ref === applicationId,
  );
  const groupOf = (name: string) => groups.find(([, { Properties }]) => Properties.DeploymentGroupName === name) ?? [];
  const versionOf = (functionId: string) =>
    of('AWS::Lambda::Version').find(([, { Properties }]) => Properties.FunctionName.Ref === functionId) ?? [];
  const aliasOf = (functionId: string) =>
    of('AWS::Lambda::Alias').find(([, { Properties }]) => Properties.FunctionName.Ref === functionId)?.[1];

  test('is that of these functions, which callers invoke by their alias', () => {
    expect(groups.map(([, { Properties }]) => Properties.DeploymentGroupName).toSorted()).toEqual(
      functions.map(([name]) => name).toSorted(),
    );
    for (const id of ids) {
      expect(aliasOf(id)?.Properties).toEqual({
        FunctionName: { Ref: id },
        FunctionVersion: { 'Fn::GetAtt': [versionOf(id)[0], 'Version'] },
        Name: 'live',
      });
    }
  });

  test.each(functions)('is made by CodeDeploy, which checks %s before it gets any traffic', (name, beginning) => {
    expect(aliasOf(idOf('AWS::Lambda::Function', beginning))?.UpdatePolicy.CodeDeployLambdaAliasUpdate).toEqual({
      ApplicationName: { Ref: applicationId },
      DeploymentGroupName: { Ref: groupOf(name)[0] },
      BeforeAllowTrafficHook: { Ref: checkId },
    });
  });

  test('moves a tenth of the requests for five minutes first on prod, and all at once on dev', () => {
    const expected = stageName === 'prod' ? 'LambdaCanary10Percent5Minutes' : 'LambdaAllAtOnce';
    for (const [, { Properties }] of groups) {
      expect(Properties.DeploymentConfigName).toBe(`CodeDeployDefault.${expected}`);
    }
  });

  test.each(functions)('is rolled back when it fails, is stopped, or the new %s has an error', (name, beginning) => {
    const functionId = idOf('AWS::Lambda::Function', beginning);
    const { AutoRollbackConfiguration, AlarmConfiguration } = groupOf(name)[1]?.Properties ?? {};
    expect(AutoRollbackConfiguration).toEqual({
      Enabled: true,
      Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
    });
    expect(AlarmConfiguration.Enabled).toBe(true);
    expect(propertiesOf(template, 'AWS::CloudWatch::Alarm')[AlarmConfiguration.Alarms[0].Name.Ref]).toMatchObject({
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
  });

  test('keeps earlier versions for a rollback by hand, but none of a failed release, which could not be tried again', () => {
    for (const functionId of ids) {
      const { DeletionPolicy, UpdateReplacePolicy } = versionOf(functionId)[1] ?? {};
      expect({ DeletionPolicy, UpdateReplacePolicy }).toEqual({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
    }
  });

  test('grants CodeDeploy these aliases, this check and the state of alarms, without managed policies', () => {
    const onAliases = (action: string) => [
      ...ids.map((id) => [action, arn(id)]),
      ...ids.map((id) => [action, below(id, ':live')]),
    ];
    const granted = grantsOf(template, release);
    expect(granted).toHaveLength(6 * ids.length + 2);
    for (const grant of [
      ...['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'].flatMap(onAliases),
      ['lambda:InvokeFunction', arn(checkId)],
      ['cloudwatch:DescribeAlarms', '*'],
    ]) {
      expect(granted).toContainEqual(grant);
    }
    const [role] = Object.values(propertiesOf(template, 'AWS::IAM::Role', `${release}Role`));
    expect(role?.ManagedPolicyArns).toBeUndefined();
    expect(role?.AssumeRolePolicyDocument.Statement[0].Principal).toEqual({ Service: 'codedeploy.amazonaws.com' });
  });

  test('grants the check to invoke any version of its functions, to write secrets of its own, and to report to their deployments', () => {
    const prefix = ['arn:', { Ref: 'AWS::Partition' }, ':codedeploy:', { Ref: 'AWS::Region' }, ':'];
    const group = (name: string) => ({
      'Fn::Join': ['', [...prefix, { Ref: 'AWS::AccountId' }, ':deploymentgroup:', { Ref: applicationId }, `/${name}`]],
    });
    expect(
      grantsOf(template, `${release}Check`)
        .map((grant) => JSON.stringify(grant))
        .toSorted(),
    ).toEqual(
      [
        ...ownLogs(idOf('AWS::Logs::LogGroup', `${release}CheckLogs`)),
        ...ids.map((id) => ['lambda:InvokeFunction', below(id, ':*')]),
        ...['dynamodb:DeleteItem', 'dynamodb:PutItem'].map((action) => [action, arn(directory), ofSecrets]),
        ...functions.map(([name]) => ['codedeploy:PutLifecycleEventHookExecutionStatus', group(name)]),
      ]
        .map((grant) => JSON.stringify(grant))
        .toSorted(),
    );
  });

  test('gives the check the versions to invoke', () => {
    const { LOG_LEVEL, DIRECTORY_TABLE, ...versions } = variablesOf(template, `${release}Check`);
    expect([LOG_LEVEL, DIRECTORY_TABLE]).toEqual([stageNamed(stageName).logLevel, { Ref: directory }]);
    expect(Object.values(versions)).toEqual(ids.map((id) => ({ Ref: versionOf(id)[0] })));
    const variables = deployedVariablesOf(template, `${release}Check`);
    expect(Object.keys(readEnvironment(preTrafficCheckEnvironment, variables)).sort()).toEqual(
      Object.keys(preTrafficCheckEnvironment).sort(),
    );
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
    nodeSecrets: { grants: [], policies: [] },
    corsHeaders: [],
    authorizerCacheSeconds: 300,
  });
  new Release(stack, 'Release', {
    stage,
    settings: readByFunctions,
    functions,
    tables,
    alarms: [alarm],
  });
  const groups = Object.values(Template.fromStack(stack).findResources('AWS::CodeDeploy::DeploymentGroup'));
  expect(groups).toHaveLength(3);
  for (const { Properties } of groups) {
    expect(Properties.AlarmConfiguration.Alarms).toContainEqual({ Name: { Ref: expect.stringMatching(/^TooSlow/) } });
  }
});

describe('the functions of the management API', () => {
  const template = templateOf('prod', { settings: { billing } });
  const aliases = Object.entries(template.findResources('AWS::Lambda::Alias'));
  const aliasOf = (beginning: string) => aliases.find(([id]) => id.startsWith(`${beginning}Aliaslive`)) ?? [];

  test.each(management)(
    '%s has an alias, which CloudFormation moves at once and a person can move back',
    (beginning) => {
      expect(aliasOf(beginning)[1]?.Properties.Name).toBe('live');
      expect(aliasOf(beginning)[1]).not.toHaveProperty('UpdatePolicy');
    },
  );

  test.each(management)(
    '%s is updated after the functions of calls, which can be rolled back with the stack',
    (beginning) => {
      const resources: Record<string, { DependsOn?: string[] }> = template.findResources('AWS::Lambda::Function');
      const [, { DependsOn = [] } = {}] = Object.entries(resources).find(([id]) => id.startsWith(beginning)) ?? [];
      for (const [, ofCalls] of functions.slice(0, 2)) expect(DependsOn).toContain(aliasOf(ofCalls)[0]);
    },
  );
});

test('with light operations CloudFormation moves every alias at once', () => {
  const template = templateOf('dev', { settings: { billing } });
  for (const type of ['Application', 'DeploymentGroup']) template.resourceCountIs(`AWS::CodeDeploy::${type}`, 0);
  const aliases = Object.values(template.findResources('AWS::Lambda::Alias'));
  expect(aliases).toHaveLength(functions.length + management.length);
  for (const alias of aliases) expect(alias).not.toHaveProperty('UpdatePolicy');
});

describe.each(stageNames)('the alarms on faults of the code on %s', (stageName) => {
  const template = templateOf(stageName, { settings: { billing, operations: 'full' } });
  const groups = Object.values(template.findResources('AWS::CodeDeploy::DeploymentGroup')).map(({ Properties }) =>
    Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => Name.Ref.slice(0, -8)),
  );

  test('roll back the release: neither nodes, nor the load, nor what a release can make right', () => {
    expect(groups).toHaveLength(3);
    for (const [ofVersion, ...others] of groups) {
      expect(ofVersion).toMatch(/ReleaseErrors$/);
      expect(others).toEqual([
        'MonitoringAlarmauthorizererrors',
        'MonitoringAlarmproxyerrors',
        'MonitoringAlarmlostrecords',
      ]);
    }
  });
});

import { describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../lib/stage.ts';
import { stageNames, templateOf } from './synthesis.ts';

describe.each(stageNames)('every function of %s', (stageName) => {
  const template = templateOf(stageName);
  const all = Object.entries(template.findResources('AWS::Lambda::Function'));
  const copier = /^CustomCDKBucketDeployment/;
  const codeDeploys = /^ReleaseRole/;
  const functions = all.filter(([id]) => !copier.test(id));
  const propertiesOf = functions.map(([, { Properties }]) => Properties);

  test('is one of the nine known ones, or copies the dashboard at a deployment: no construct adds another', () => {
    const names = functions.map(([id]) => id.replace(/Function[0-9A-F]{8}$/, ''));
    expect(names).toEqual([
      'DataPlaneAuthorizer',
      'DataPlaneProxy',
      'DataPlaneRecordStreamTally',
      'Watch',
      'UsageDays',
      'ControlPlaneApi',
      'ControlPlaneKeyApiAuthorizer',
      'ControlPlaneKeyApiHandler',
      'ReleaseCheck',
    ]);
    expect(all).toHaveLength(10);
  });

  test('runs on arm64 and the newest Node.js', () => {
    for (const properties of propertiesOf) {
      expect(properties.Architectures).toEqual(['arm64']);
      expect(properties.Runtime).toBe('nodejs24.x');
    }
  });

  test('logs to its own group, with the stage’s retention', () => {
    const groups = all.map(([, { Properties }]) => Properties.LoggingConfig.LogGroup.Ref);
    expect(new Set(groups).size).toBe(all.length);
    for (const group of groups) {
      const { Properties, DeletionPolicy } = template.findResources('AWS::Logs::LogGroup')[group] ?? {};
      expect(Properties).toEqual({ RetentionInDays: stageNamed(stageName).logRetention });
      expect(DeletionPolicy).toBe(stageName === 'prod' ? 'Retain' : 'Delete');
    }
  });

  test('logs JSON of its level, and on prod no lines of Lambda for each invocation', () => {
    // The CDK's own function, which copies the dashboard's files, runs at deployments only.
    const ours = all.filter(([, { Properties }]) => Properties.Runtime === 'nodejs24.x');
    expect(ours).toHaveLength(9);
    for (const [, { Properties }] of ours) {
      expect(Properties.LoggingConfig).toMatchObject({
        LogFormat: 'JSON',
        ApplicationLogLevel: stageName === 'prod' ? 'INFO' : 'DEBUG',
        SystemLogLevel: stageName === 'prod' ? 'WARN' : 'INFO',
      });
    }
  });

  test('has its own role, which only Lambda may assume, without managed policies', () => {
    const roles = all.map(([, { Properties }]) => Properties.Role['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(all.length);
    const functionRoles = Object.keys(template.findResources('AWS::IAM::Role')).filter((id) => !codeDeploys.test(id));
    expect(functionRoles.sort()).toEqual([...roles].sort());
    for (const role of roles) {
      const { Properties } = template.findResources('AWS::IAM::Role')[role] ?? {};
      expect(Properties.ManagedPolicyArns).toBeUndefined();
      expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
        { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
      ]);
    }
  });

  test('has no grants besides those of its role', () => {
    template.resourceCountIs('AWS::IAM::Policy', 0);
    template.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
  });

  test('ends before an HTTP API stops waiting for it', () => {
    const timeouts = propertiesOf.map((properties) => properties.Timeout);
    expect(timeouts).toEqual([10, 29, 60, 15, 300, 29, 10, 10, 60]);
  });

  test('has the memory of its stage', () => {
    const { authorizer, proxy, tally, preTrafficCheck, api, watch, usageDays } = stageNamed(stageName).memory;
    const expected = [authorizer, proxy, tally, watch, usageDays, api, authorizer, authorizer, preTrafficCheck];
    expect(propertiesOf.map((properties) => properties.MemorySize)).toEqual(expected);
  });
});

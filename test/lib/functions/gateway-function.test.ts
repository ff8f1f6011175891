import { describe, expect, test } from '@jest/globals';
import { type Stage, stageNamed } from '../../../lib/instance/stage.ts';
import { stageNames, templateOf } from '../synthesis.ts';

/** Time limit in seconds, and whose memory it has. */
const known: Readonly<Record<string, readonly [number, keyof Stage['memory']]>> = {
  AccountSweep: [900, 'watch'],
  ControlPlaneApi: [29, 'api'],
  ControlPlaneKeyApiAuthorizer: [10, 'authorizer'],
  ControlPlaneKeyApiHandler: [10, 'authorizer'],
  ControlPlanePublicApi: [29, 'api'],
  ControlPlaneSignUpMail: [30, 'api'],
  ControlPlaneTokenAuthorizer: [10, 'authorizer'],
  ControlPlaneUserPoolUserConfirmed: [5, 'api'],
  DataPlaneAuthorizer: [10, 'authorizer'],
  DataPlaneProxy: [29, 'proxy'],
  DataPlaneRecordStreamTally: [60, 'tally'],
  ReleaseCheck: [60, 'preTrafficCheck'],
  UsageDays: [300, 'usageDays'],
  Watch: [75, 'watch'],
};

const nameOf = (id: string): string => id.replace(/Function[0-9A-F]{8}$/, '');

describe.each(stageNames)('every function of %s', (stageName) => {
  const template = templateOf(stageName);
  const all = Object.entries(template.findResources('AWS::Lambda::Function'));
  const copier = /^CustomCDKBucketDeployment/;
  const codeDeploys = /^ReleaseRole/;
  const functions = all.filter(([id]) => !copier.test(id));
  const propertiesOf = functions.map(([, { Properties }]) => Properties);

  test('is a known one, or copies the dashboard at a deployment: no construct adds another', () => {
    expect(functions.map(([id]) => nameOf(id)).toSorted()).toEqual(
      Object.keys(known)
        .filter((name) => stageName === 'prod' || name !== 'ReleaseCheck')
        .toSorted(),
    );
    expect(all).toHaveLength(functions.length + 1);
  });

  test('has the memory of its stage, and ends before an HTTP API stops waiting for it', () => {
    const { memory } = stageNamed(stageName);
    for (const [id, { Properties }] of functions) {
      const [timeout, size] = known[nameOf(id)] ?? [];
      expect([id, Properties.Timeout, Properties.MemorySize]).toEqual([id, timeout, memory[size ?? 'api']]);
    }
  });

  test('has the end of the host names of AWS’s services', () => {
    for (const { Environment } of propertiesOf) {
      expect(Environment.Variables.URL_SUFFIX).toEqual({ Ref: 'AWS::URLSuffix' });
    }
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
    expect(ours).toHaveLength(functions.length);
    for (const [, { Properties }] of ours) {
      expect(Properties.LoggingConfig).toMatchObject({
        LogFormat: 'JSON',
        ApplicationLogLevel: 'TRACE',
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

  test('has no grants besides those of its role, except the trigger, which the pool refers to, and the copier', () => {
    const policies = template.findResources('AWS::IAM::Policy');
    expect(Object.keys(policies).toSorted()).toEqual([
      expect.stringMatching(/^ControlPlaneUserPoolUserConfirmedSignOut/),
      expect.stringMatching(/^DashboardDeploymentGrants/),
    ]);
    template.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
  });
});

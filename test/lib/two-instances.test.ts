import { describe, expect, test } from '@jest/globals';
import { Stack, Validations } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import fc from 'fast-check';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import type { SluiceProps } from '../../lib/sluice-props.ts';
import { effort, isNight } from '../support/effort.ts';
import { cycleIn, referredTo } from './references.ts';
import { acknowledgeLaunch, billing, embed, stackSettings, testApp } from './synthesis.ts';

const withSettings = (settings: Partial<EffectiveSettings>): Partial<SluiceProps> => ({
  settings: { ...stackSettings, ...settings },
});

function twoInstances(first: Partial<SluiceProps> = {}, second: Partial<SluiceProps> = {}) {
  const stack = new Stack(testApp(), 'Web');
  acknowledgeLaunch(stack);
  const instances = [embed(stack, 'Rpc', first), embed(stack, 'Partners', second)] as const;
  return { stack, instances };
}

/** What all instances of a stack share: nothing but the function that copies their dashboards. */
const ofTheCopier = /^(SluiceFileCopier|CustomCDKBucketDeployment|DashboardDeploymentLogs)/;

type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

/** Resources that refer to one of another instance, or of nobody. */
function foreignReferences(resources: Resources, instance: string): string[] {
  const ids = new Set(Object.keys(resources));
  const own = Object.entries(resources).filter(([id]) => id.startsWith(instance));
  expect(own.length).toBeGreaterThan(140);
  return own.flatMap(([id, resource]) =>
    referredTo(resource, ids)
      .filter((other) => !other.startsWith(instance) && !ofTheCopier.test(other))
      .map((other) => `${id} → ${other}`),
  );
}

/** Names of these are unique in an API or application only. */
const ofOneApi = /^AWS::(ApiGatewayV2::Authorizer|CodeDeploy::DeploymentGroup)$/;

/** Every text in a part of a template. */
function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}

function expectSeparate(resources: Resources): void {
  for (const [instance, name] of [
    ['Rpc', 'web-rpc'],
    ['Partners', 'web-partners'],
  ] as const) {
    expect(foreignReferences(resources, instance)).toEqual([]);
    const own = Object.entries(resources).filter(([id]) => id.startsWith(instance));
    const named = own.flatMap(([, { Properties }]) => textsIn(Properties)).filter((it) => /^sluice[-/]/i.test(it));
    expect(named.length).toBeGreaterThan(40);
    for (const text of named) expect(text).toMatch(new RegExp(`^sluice[-/]${name}(-|/|$)|^sluice/stripe`, 'i'));
  }
  const shared = Object.keys(resources).filter((id) => !/^(Rpc|Partners)/.test(id));
  expect(shared.filter((id) => !ofTheCopier.test(id))).toEqual([]);
  expect(cycleIn(resources)).toBeUndefined();
}

describe('two instances in a stack', () => {
  const { stack, instances } = twoInstances({}, { stage: 'prod', ...withSettings({ billing }) });
  const template = Template.fromStack(stack);
  const { Resources, Outputs } = template.toJSON();

  test('share nothing but the function that copies dashboards: no role, log group or grant', () => {
    expectSeparate(Resources);
    const copiers = Object.keys(Resources).filter((id) => ofTheCopier.test(id));
    expect(copiers.map((id) => Resources[id].Type).toSorted()).toEqual([
      'AWS::IAM::Role',
      'AWS::Lambda::Function',
      'AWS::Lambda::LayerVersion',
      'AWS::Logs::LogGroup',
    ]);
  });

  test('have no physical name in common', () => {
    const names = Object.values<Resources[string]>(Resources).flatMap(({ Type, Properties }) =>
      Object.entries(Properties ?? {})
        .filter(([property]) => property.endsWith('Name') && !ofOneApi.test(Type))
        .filter(([property]) => property !== 'MetricName' && property !== 'StageName')
        .map(([property, value]) => `${Type} ${property} ${JSON.stringify(value)}`)
        .filter((name) => !/^AWS::Lambda|"Ref"|Fn::GetAtt|^AWS::CloudFront::CachePolicy/.test(name)),
    );
    expect(names.length).toBeGreaterThan(80);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test('have outputs that begin with their ids, and none is exported', () => {
    const names = ['DashboardUrl', 'MainnetEndpoint', 'ApiUrl', 'UserPoolId', 'DirectoryTable', 'FailureBucket'];
    for (const name of names.flatMap((each) => [`Rpc${each}`, `Partners${each}`])) {
      expect(Object.keys(Outputs)).toContain(name);
    }
    expect(Object.keys(Outputs).every((name) => /^(Rpc|Partners)[A-Z]\w+$/.test(name))).toBe(true);
    expect(JSON.stringify(Outputs)).not.toMatch(/Export/);
  });

  test('are each exposed with what a user builds on', () => {
    const [rpc, partners] = instances;
    expect(rpc.instanceName).toBe('web-rpc');
    expect(stack.resolve(rpc.tables.usage.tableName)).toEqual(Outputs.RpcUsageTable.Value);
    expect(stack.resolve(rpc.endpoints.devnet)).toEqual(Outputs.RpcDevnetEndpoint.Value);
    expect(stack.resolve(rpc.rpcApi.apiId)).toEqual({ Ref: expect.stringMatching(/^RpcDataPlaneApi/) });
    expect(stack.resolve(rpc.managementApi.apiId)).toEqual({ Ref: expect.stringMatching(/^RpcControlPlane/) });
    expect(stack.resolve(rpc.userPool.userPoolId)).toEqual(Outputs.RpcUserPoolId.Value);
    expect(stack.resolve(rpc.serverClient.userPoolClientId)).not.toEqual(Outputs.RpcUserPoolClientId.Value);
    expect(stack.resolve(rpc.dashboardDistribution.distributionId)).toEqual({ Ref: expect.any(String) });
    expect(Object.keys(rpc.functions)).toHaveLength(14);
    expect(Object.keys(partners.functions)).toHaveLength(16);
    expect(stack.resolve(partners.functions.proxy?.functionName)).toEqual({
      Ref: expect.stringMatching(/^PartnersDataPlaneProxy/),
    });
    expect(stack.resolve(partners.alarms['proxy-errors']?.alarmName)).toEqual({ Ref: expect.any(String) });
    expect(stack.resolve(partners.alarmTopic.topicArn)).toEqual({ Ref: expect.stringMatching(/AlarmTopic/) });
  });

  const orders = [
    ['Rpc', 'Partners'],
    ['Partners', 'Rpc'],
  ] as const;

  test.each(orders)('may wait for each other: %s for %s', (waiting, other) => {
    const others = Object.keys(Resources).filter((id) => id.startsWith(other));
    const resources = Object.entries<{ DependsOn?: string[] }>(Resources).map(([id, resource]) => {
      const DependsOn = [...(resource.DependsOn ?? []), ...(id.startsWith(waiting) ? others : [])];
      return [id, { ...resource, DependsOn }];
    });
    expect(cycleIn(Object.fromEntries(resources))).toBeUndefined();
  });

  test('fit into the quota of 500 resources', () => {
    expect(Object.keys(Resources).length).toBeLessThan(470);
  });
});

// The CDK takes seconds to make 50,000 dependencies. Of the template's resources, the same is proved above.
if (isNight) {
  test.each([0, 1] as const)('an instance may wait for the other by addDependency: %d', (waiting) => {
    const { stack, instances } = twoInstances();
    instances[waiting].node.addDependency(instances[waiting === 0 ? 1 : 0]);
    expect(cycleIn(Template.fromStack(stack).toJSON().Resources)).toBeUndefined();
  });
}

const settingsOf: fc.Arbitrary<Partial<EffectiveSettings>> = fc.record(
  {
    billing: fc.constant(billing),
    budget: fc.constant({ dollarsPerMonth: 500, email: 'ops@example.com' }),
    capacity: fc.constant({ minWrites: 500, maxWrites: 10_000, seedWrites: 500, targetUtilization: 70 }),
    domains: fc.constant({ rpc: { name: 'rpc.example.com' }, hostedZone: { id: 'Z0123456789', name: 'example.com' } }),
    alarmEmail: fc.constant('ops@example.com'),
    signUp: fc.constantFrom('closed' as const, 'open' as const),
  },
  { requiredKeys: [] },
);
const propsOf = fc.record({ stage: fc.constantFrom('dev' as const, 'prod' as const), settings: settingsOf });

/** Of two such instances, the resources are some more than a stack takes: docs/construct.md. */
const hasMostResources = ({ settings }: { readonly settings: Partial<EffectiveSettings> }): boolean =>
  [settings.billing, settings.domains].every((one) => one !== undefined);

test('two instances with any settings are separate', () => {
  fc.assert(
    fc.property(propsOf, propsOf, (first, second) => {
      fc.pre(!(hasMostResources(first) && hasMostResources(second)));
      const [one, other] = [first, second].map(({ stage, settings }) => ({ stage, ...withSettings(settings) }));
      expectSeparate(Template.fromStack(twoInstances(one, other).stack).toJSON().Resources);
    }),
    { numRuns: effort(1, 20), endOnFailure: true, includeErrorInReport: true },
  );
});

// CloudFormation's own check takes 14 seconds, and has the same resources in cdk-nag.test.ts.
test('cdk-nag finds nothing in embedded instances, with another bootstrap too', () => {
  const app = testApp({ '@aws-cdk/core:bootstrapQualifier': 'mine' }, isNight);
  const stack = new Stack(app, 'Web', { env: { account: '123456789012' } });
  embed(stack, 'Rpc', { stage: 'prod', ...withSettings({ billing }) });
  embed(stack, 'Partners');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  expect(() => app.synth()).not.toThrow();
});

describe('reservations of concurrency', () => {
  const reserving = withSettings({ lambdaConcurrency: 600 });
  const warning = Match.stringLikeRegexp('reserve 1000 concurrent executions.* below 1100');

  test('of two instances add up: there is a warning', () => {
    const { stack } = twoInstances(reserving, reserving);
    expect(Annotations.fromStack(stack).findWarning('*', warning)).toHaveLength(1);
  });

  test('of one instance are within its quota: there is none', () => {
    const { stack } = twoInstances(reserving);
    expect(Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('.*'))).toEqual([]);
  });
});

describe('an app that is deployed under two stack names, such as one for each branch', () => {
  /** The names of its resources that must be unique in an account, by the resource. */
  function namesIn(stackName: string): Record<string, string> {
    const stack = new Stack(testApp(), 'Web', { stackName });
    embed(stack, 'Rpc');
    const resources: Resources = Template.fromStack(stack).toJSON().Resources;
    const named = Object.entries(resources).filter(([, { Type }]) => /^AWS::(CloudFront|CloudWatch|SNS)::/.test(Type));
    return Object.fromEntries(
      named.flatMap(([id, { Properties = {} }]) => {
        const configs = Object.entries(Properties).flatMap(([key, value]) =>
          key.endsWith('Config') ? [value ?? {}] : [],
        );
        const names = [Properties, ...configs].flatMap((each) =>
          Object.entries(each).filter(([key]) => /^(Alarm|Dashboard|Rule|Topic)?Name$/.test(key)),
        );
        return names.map(([, name]) => [id, JSON.stringify(name)]);
      }),
    );
  }

  test('has no name twice, even if the names must be shortened', () => {
    const [main, branch] = [
      namesIn('acme-blockchain-platform-gateway-main'),
      namesIn('acme-blockchain-platform-gateway-pr-17'),
    ];
    expect(Object.keys(main).length).toBeGreaterThan(25);
    expect(Object.keys(branch)).toHaveLength(Object.keys(main).length);
    const taken = new Set(Object.values(main));
    expect(Object.entries(branch).filter(([, name]) => taken.has(name))).toEqual([]);
  });
});

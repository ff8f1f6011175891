import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { App, NestedStack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { parseSettings } from '../../../lib/settings/settings.ts';
import everyOption from '../../upgrade/templates/every-option.config.ts';
import { lostByUpgrade } from '../../upgrade/templates/kept-resources.ts';
import { templateSchema } from '../../upgrade/templates/template-changes.ts';
import { stackOf } from '../synthesis.ts';
import { charactersOf, deployedValue } from './deployed-value.ts';
import { manyNetworks } from './many-networks.ts';

// Limits of AWS that neither the CDK nor cfn-lint knows, at the promised size: 60 networks with 3 nodes each, and every
// option. Sources: "IAM and AWS STS quotas", "Lambda quotas", "CloudWatch service quotas", "Dashboard body structure and
// syntax", PutMetricAlarm, MetricDataQuery, "Understand CloudFormation quotas", "Quotas for HTTP APIs".

const networks = manyNetworks(60, 3);
const settings = parseSettings({ ...everyOption, networks }, 'these tests');
const env = { account: '123456789012', region: 'us-east-1' };
const stack = stackOf('prod', { settings, env });
const assembly = App.of(stack)?.synth();
const nested = stack.node.findAll().filter(NestedStack.isNestedStack);
const stacks = [stack, ...nested].map((each) => ({ file: each.templateFile, template: Template.fromStack(each) }));

const resource = v.object({ Properties: v.optional(v.record(v.string(), v.unknown()), {}) });

/** The resources of a type in all stacks. */
const all = <T>(type: string, schema: v.GenericSchema<unknown, T>): T[] =>
  stacks.flatMap((each) =>
    Object.values(each.template.findResources(type)).map((found) =>
      v.parse(schema, v.parse(resource, found).Properties),
    ),
  );

test('each stack has at most 500 resources, 200 outputs and parameters, and 1 MB', () => {
  expect(nested.length).toBeGreaterThan(0);
  for (const each of stacks) {
    const { Resources = {}, Outputs = {}, Parameters = {} } = each.template.toJSON();
    expect(Object.keys(Resources).length).toBeLessThanOrEqual(500);
    expect(Object.keys(Outputs).length).toBeLessThanOrEqual(200);
    expect(Object.keys(Parameters).length).toBeLessThanOrEqual(200);
    expect(statSync(join(assembly?.directory ?? '', each.file)).size).toBeLessThanOrEqual(1_000_000);
  }
});

describe('IAM', () => {
  const policy = v.object({ PolicyDocument: v.unknown() });
  const role = v.object({
    Policies: v.optional(v.array(policy), []),
    ManagedPolicyArns: v.optional(v.array(v.unknown()), []),
  });

  test('the inline policies of each role have at most 10,240 characters', () => {
    const sizes = all('AWS::IAM::Role', role).map(({ Policies }) =>
      Policies.reduce((sum, { PolicyDocument }) => sum + charactersOf(PolicyDocument), 0),
    );
    expect(Math.max(...sizes)).toBeGreaterThan(7_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10_240);
  });

  test('each managed policy has at most 6,144 characters, and each role at most 9 of them', () => {
    const sizes = all('AWS::IAM::ManagedPolicy', policy).map(({ PolicyDocument }) => charactersOf(PolicyDocument));
    expect(sizes).toHaveLength(9);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(6_144);
    const counts = all('AWS::IAM::Role', role).map(({ ManagedPolicyArns }) => ManagedPolicyArns.length);
    expect(counts.filter((count) => count > 0)).toEqual([9, 9]);
  });
});

describe('Lambda', () => {
  test('the resource policy of each function and alias has at most 20,480 bytes', () => {
    const permission = v.looseObject({ FunctionName: v.unknown() });
    const permissions = all('AWS::Lambda::Permission', permission).map(deployedValue);
    const byFunction = Map.groupBy(permissions, (each) => String(v.parse(permission, each).FunctionName));
    // Lambda adds a Sid, an effect and the operators of the conditions to what the template has.
    const sizes = [...byFunction.values()].map((some) =>
      some.reduce<number>((sum, each) => sum + JSON.stringify(each).length + 250, 0),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20_480);
  });

  test('the environment of each function has at most 4 KB', () => {
    const variables = v.object({ Environment: v.optional(v.object({ Variables: v.record(v.string(), v.unknown()) })) });
    const sizes = all('AWS::Lambda::Function', variables).map(
      ({ Environment }) => JSON.stringify(deployedValue(Environment?.Variables ?? {})).length,
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4_096);
  });
});

test('growth from 10 networks to 60 replaces no data and no address', () => {
  const less = parseSettings({ ...everyOption, networks: networks.slice(0, 10) }, 'these tests');
  const small = Template.fromStack(stackOf('prod', { settings: less, env })).toJSON();
  const [before, after] = [small, Template.fromStack(stack).toJSON()].map((each) => v.parse(templateSchema, each));
  if (!before || !after) throw new Error('a template is missing');
  expect(lostByUpgrade(before, after)).toEqual([]);
});

test('each API has at most 300 routes', () => {
  const routes = all('AWS::ApiGatewayV2::Route', v.object({ ApiId: v.object({ Ref: v.string() }) }));
  const counts = [...Map.groupBy(routes, ({ ApiId }) => ApiId.Ref).values()].map((some) => some.length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(300);
});

describe('CloudWatch', () => {
  const metrics = v.optional(v.array(v.object({ Expression: v.optional(v.string()) })), []);
  const alarms = all(
    'AWS::CloudWatch::Alarm',
    // One has the region in its link.
    v.object({ AlarmName: v.string(), AlarmDescription: v.unknown(), Metrics: metrics }),
  );

  test('an alarm has at most 10 metrics, 255 characters in its name and 1,024 in its description', () => {
    expect(alarms.length).toBeGreaterThan(660);
    for (const { AlarmName, AlarmDescription, Metrics } of alarms) {
      expect(Metrics.filter(({ Expression }) => Expression === undefined).length).toBeLessThanOrEqual(10);
      expect(AlarmName.length).toBeLessThanOrEqual(255);
      expect(JSON.stringify(AlarmDescription).length).toBeLessThanOrEqual(1_024);
    }
  });

  test('no two alarms of all stacks have the same name', () => {
    expect(new Set(alarms.map(({ AlarmName }) => AlarmName)).size).toBe(alarms.length);
  });

  const options = v.object({ expression: v.optional(v.string()) });
  const widget = v.object({
    type: v.string(),
    width: v.number(),
    properties: v.object({
      alarms: v.optional(v.array(v.string()), []),
      metrics: v.optional(v.array(v.array(v.unknown())), []),
    }),
  });
  const body = all('AWS::CloudWatch::Dashboard', v.object({ DashboardBody: v.unknown() })).map(({ DashboardBody }) =>
    String(deployedValue(DashboardBody)),
  );
  const { widgets } = v.parse(v.object({ widgets: v.array(widget) }), JSON.parse(body[0] ?? ''));

  test('the overview shows every alarm once, at most 100 in a widget', () => {
    const shown = widgets.map(({ properties }) => properties.alarms);
    expect(Math.max(...shown.map(({ length }) => length))).toBe(100);
    expect(new Set(shown.flat()).size).toBe(shown.flat().length);
    const ofReleases = 3;
    expect(shown.flat()).toHaveLength(alarms.length - ofReleases);
  });

  test('the overview has at most 500 widgets and 2,500 metrics, 500 in a widget, and short expressions', () => {
    const counts = widgets.map(({ properties }) => properties.metrics.length);
    expect(widgets.length).toBeLessThanOrEqual(500);
    expect(Math.max(...counts)).toBeLessThanOrEqual(500);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2_500);
    const expressions = widgets.flatMap(({ properties }) =>
      properties.metrics.flat().flatMap((part) => (v.is(options, part) ? (part.expression ?? '') : [])),
    );
    expect(Math.max(...expressions.map(({ length }) => length))).toBeLessThanOrEqual(2_048);
  });

  test('no widget is too narrow to read', () => {
    expect(Math.min(...widgets.map(({ width }) => width))).toBeGreaterThanOrEqual(4);
  });
});

test('the alarms of a network are in one stack', () => {
  const texts = stacks.map((each) => JSON.stringify(each.template.findResources('AWS::CloudWatch::Alarm')));
  for (const { network } of networks) {
    const named = new RegExp(`"sluice-prod-[a-z-]+-${network}[-" ]`);
    expect(texts.filter((text) => named.test(text))).toHaveLength(1);
  }
});

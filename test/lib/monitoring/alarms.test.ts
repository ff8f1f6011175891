import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { nodeNames } from '../../../src/network.ts';
import { networks } from '../../support/settings.ts';
import { billing, propertiesOf, stageNames, templateOf, upstreams } from '../synthesis.ts';
import { alarmDescription } from './alarm-description.ts';

const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
const monitoring = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
const [, ...entries] = runbook.split(/^## /m);
const entryNames = entries.map((entry) => entry.slice(0, entry.indexOf('\n')));

const alarmSchema = v.object({
  AlarmName: v.string(),
  AlarmDescription: alarmDescription,
  AlarmActions: v.array(v.object({ Ref: v.string() })),
  OKActions: v.array(v.object({ Ref: v.string() })),
  Threshold: v.number(),
  TreatMissingData: v.string(),
  Metrics: v.optional(v.array(v.object({ Expression: v.optional(v.string()) }))),
});

const described = v.object({ AlarmDescription: alarmDescription });

const templates = {
  dev: templateOf('dev', { settings: { alarmEmail: 'operators@example.com', operations: 'full' } }),
  prod: templateOf('prod', { settings: { billing } }),
};

const ofBilling = [
  'billing-differences',
  'billing-duplicates',
  'billing-excess-keys',
  'billing-misconfigured',
  'checkout-errors',
  'billing-events-failed',
  'billing-events-refused',
  'billing-pass',
  'billing-reconciliation',
  'billing-unknown-price',
];

/** Nobody is woken for these. */
const canWait = [
  'account-sweep',
  'account-sweep-stopped',
  'below-cost',
  'below-cost-silent',
  'management-latency',
  'sign-up-limit',
  'usage-days',
  'billing-differences',
  'billing-duplicates',
  'billing-excess-keys',
  'billing-pass',
  'billing-unknown-price',
];

const linkOf = ({ AlarmDescription }: { AlarmDescription: string }): string =>
  /docs\/runbook\.md#(\S+)$/.exec(AlarmDescription)?.[1] ?? '';

describe.each(stageNames)('the alarms of %s', (stageName) => {
  const template = templates[stageName];
  const alarms = Object.values(propertiesOf(template, 'AWS::CloudWatch::Alarm', 'Monitoring')).map((alarm) =>
    v.parse(alarmSchema, alarm),
  );

  test('are few: one for each fault, and for each network or node that can have it', () => {
    const ofNetworks = networks.flatMap(({ network }) => [
      `latency-${network}`,
      `upstream-failures-${network}`,
      ...nodeNames(upstreams[network] ?? []).flatMap((node) => [
        `node-down-${network}-${node}`,
        `node-behind-${network}-${node}`,
      ]),
    ]);
    const hosts = new Set(
      Object.values(upstreams)
        .flat()
        .map(({ url }) => new URL(url).host),
    );
    const ofHosts = [...hosts].map((host) => `credentials-rejected-${host}`);
    const others = [
      'account-sweep',
      'account-sweep-stopped',
      'below-cost',
      'below-cost-silent',
      'authorizer-errors',
      'endpoint-down',
      'failed-records',
      'key-api-errors',
      'keys-throttled',
      'lost-records',
      'management-errors',
      'management-latency',
      'network-stalled',
      'node-wrong-chain',
      'proxy-errors',
      'tally-age',
      'throttles',
      'unknown-plan',
      'usage-days',
      'sign-up-errors',
      'sign-up-limit',
      'sign-up-mails',
      'watch-silent',
      ...(stageName === 'prod' ? ofBilling : []),
    ];
    const names = alarms.map(({ AlarmName }) => AlarmName.replace(`sluice-${stageName}-`, ''));
    expect(names.sort()).toEqual([...ofNetworks, ...ofHosts, ...others].sort());
    const perStage = others.filter((name) => !ofBilling.includes(name)).length;
    expect(monitoring).toContain(`There are ${perStage} per stage, ${ofBilling.length} more with billing`);
  });

  test('describe the fault and link to its entry in the runbook', () => {
    const all = Object.values(propertiesOf(template, 'AWS::CloudWatch::Alarm'));
    for (const alarm of all) {
      const { AlarmDescription } = v.parse(described, alarm);
      expect(AlarmDescription).toMatch(/^\w.+\. What to do: docs\/runbook\.md#[\w-]+$/);
    }
    // test/lib/vpc has the alarms of a VPC.
    const expected = entryNames.filter(
      (name) => name !== 'aws-unreachable' && (stageName === 'prod' || !ofBilling.includes(name)),
    );
    expect([...new Set(all.map((alarm) => linkOf(v.parse(described, alarm))))].sort()).toEqual(expected.toSorted());
  });

  test('notify the topic of their severity when they go off and when they are over', () => {
    const topicOf = (name: string) =>
      Object.entries(propertiesOf(template, 'AWS::SNS::Topic')).find(
        ([, { TopicName }]) => TopicName === `sluice-${stageName}-${name}`,
      )?.[0];
    for (const alarm of alarms) {
      const topic = topicOf(
        canWait.includes(alarm.AlarmName.replace(`sluice-${stageName}-`, '')) ? 'notices' : 'alarms',
      );
      expect([alarm.AlarmActions, alarm.OKActions]).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
    }
  });

  test('stay off without data, except those of scheduled functions, which must report', () => {
    const ringing = alarms.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
    expect(ringing.map(({ AlarmName, TreatMissingData }) => [AlarmName, TreatMissingData]).toSorted()).toEqual([
      [`sluice-${stageName}-account-sweep`, 'breaching'],
      [`sluice-${stageName}-below-cost-silent`, 'breaching'],
      ...(stageName === 'prod' ? ['billing-pass', 'billing-reconciliation'] : []).map((name) => [
        `sluice-prod-${name}`,
        'breaching',
      ]),
      [`sluice-${stageName}-usage-days`, 'breaching'],
      [`sluice-${stageName}-watch-silent`, 'breaching'],
    ]);
  });

  test('use no more metrics than CloudWatch allows in an expression', () => {
    for (const { Metrics = [] } of alarms) {
      expect(Metrics.filter(({ Expression }) => Expression === undefined).length).toBeLessThanOrEqual(10);
    }
  });

  test('have the stage’s thresholds', () => {
    const { alarms: thresholds } = stageNamed(stageName);
    const thresholdOf = (name: string) => alarms.find(({ AlarmName }) => AlarmName.endsWith(`-${name}`))?.Threshold;
    expect(thresholdOf('authorizer-errors')).toBe(thresholds.authorizerErrors);
    expect(thresholdOf('latency-mainnet')).toBe(thresholds.latency.toMilliseconds());
    expect(thresholdOf('upstream-failures-devnet')).toBe(thresholds.upstreamFailures.percent);
    expect(thresholdOf('tally-age')).toBe(thresholds.tallyAge.toMilliseconds());
    expect(thresholdOf('failed-records')).toBe(1);
    expect(thresholdOf('lost-records')).toBe(1);
    expect(thresholdOf('unknown-plan')).toBe(1);
  });

  test('allow records to wait for the tally’s batching window', () => {
    const { alarms: thresholds, tallyWindow } = stageNamed(stageName);
    expect(thresholds.tallyAge.toSeconds()).toBeGreaterThan(5 * tallyWindow.toSeconds());
  });

  test('count missing data as 0, so that it hides no other metric, and alarms on DynamoDB go off again', () => {
    const sums = alarms.flatMap(({ Metrics = [] }) => Metrics.flatMap(({ Expression }) => Expression ?? []));
    expect(sums).toHaveLength(networks.length + (stageName === 'prod' ? 12 : 10));
    for (const sum of sums)
      expect(sum).toMatch(
        /^(FILL\(\w+_\d, 0\)( \+ |$))+$|^FILL\(runs, 0\) - FILL\(failed, 0\)$|^IF\(calls >= \d+, .+FILL.+FILL.+ \/ calls, 0\)$|^IF\(FILL\(failed, 0\) >= \d+, 100 \* FILL\(failed, 0\) \/ requests, 0\)$|^days \* FILL\(written, 0\)$/,
      );
  });
});

test('each entry of the runbook has its three parts', () => {
  for (const entry of entries) {
    expect(entry).toMatch(/\*\*What it means\.\*\*.+\*\*How to look\.\*\*.+```sh\n.+```\n.*\*\*What to do\.\*\*/s);
  }
});

test('the runbook uses the stack’s names of resources', () => {
  const ids = Object.entries<{ Type: string }>(templates.prod.toJSON().Resources);
  const named = [...runbook.matchAll(/resource (\w+::\w+) (\w+)/g)].map(([, type, id]) => ({ type, id }));
  const logs = [...runbook.matchAll(/^logged (\w+)/gm)].map(([, id]) => ({ type: 'Logs::LogGroup', id }));
  expect(named.length).toBeGreaterThan(5);
  expect(logs.length).toBeGreaterThan(5);
  for (const { type, id = '' } of [...named, ...logs]) {
    const found = ids.filter(([name, { Type }]) => Type === `AWS::${type}` && name.startsWith(id));
    expect([type, id, found.length]).toEqual([type, id, 1]);
  }
});

describe('the alarms’ topics', () => {
  test('accept messages only by TLS, and only from alarms of their account', () => {
    const policies = Object.values(propertiesOf(templates.prod, 'AWS::SNS::TopicPolicy'));
    expect(policies).toHaveLength(2);
    for (const policy of policies)
      expect(policy.PolicyDocument.Statement).toMatchObject([
        { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
        {
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ]);
  });

  test('have no subscription unless the deployment has an address', () => {
    expect(propertiesOf(templates.prod, 'AWS::SNS::Subscription')).toEqual({});
    const subscribed = propertiesOf(templates.dev, 'AWS::SNS::Subscription');
    const toOperators = { Protocol: 'email', Endpoint: 'operators@example.com' };
    expect(Object.values(subscribed)).toMatchObject([toOperators, toOperators]);
  });
});

test('with light operations there are the alarms on what calls pass, and neither overview nor rules of Contributor Insights', () => {
  const light = templateOf('dev', { settings: { billing } });
  const names = Object.values(propertiesOf(light, 'AWS::CloudWatch::Alarm')).map(({ AlarmName }) => AlarmName);
  expect(names.toSorted()).toEqual(
    [
      'authorizer-errors',
      'failed-records',
      'keys-throttled',
      'lost-records',
      'proxy-errors',
      'tally-age',
      'throttles',
      'unknown-plan',
    ].map((name) => `sluice-dev-${name}`),
  );
  for (const type of ['Dashboard', 'InsightRule']) light.resourceCountIs(`AWS::CloudWatch::${type}`, 0);
});

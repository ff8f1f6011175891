import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { addedMetrics } from '../../../lab/bench/cost/option-costs.ts';
import { propertiesOf, templateOf } from '../synthesis.ts';
import { inVpc } from './vpc-stack.ts';

const template = templateOf('prod', inVpc());
const alarmsOf = (of: typeof template) =>
  new Map(
    Object.values(propertiesOf(of, 'AWS::CloudWatch::Alarm', 'Monitoring')).map((alarm) => [alarm.AlarmName, alarm]),
  );
const alarms = alarmsOf(template);
const templateBefore = templateOf('prod');
const alarmsBefore = alarmsOf(templateBefore);
const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');

test('a VPC adds two alarms: for what watch cannot reach, and for the half of watch outside', () => {
  const added = [...alarms.keys()]
    .filter((name) => !alarmsBefore.has(name))
    .filter((name) => !name.includes('solana.internal'));
  expect(added.toSorted()).toEqual(['sluice-prod-aws-unreachable', 'sluice-prod-endpoint-watch-silent']);
  for (const name of added) {
    const [, anchor] = /docs\/runbook\.md#(\S+)$/.exec(alarms.get(name)?.AlarmDescription) ?? [];
    expect(runbook).toContain(`\n## ${anchor}\n`);
  }
});

test('the cost model has the metrics that the alarms of a VPC look at', () => {
  const lookedAt = (all: typeof alarms) =>
    [...all]
      .filter(([name]) => !/-(node|credentials)-/.test(name))
      .flatMap(([, { Metrics = [{ MetricStat: {} }] }]) => Metrics)
      .filter(({ MetricStat }) => MetricStat !== undefined).length;
  const filters = (of: typeof template) => Object.keys(propertiesOf(of, 'AWS::Logs::MetricFilter')).length;
  expect(addedMetrics).toEqual({
    alarmed: lookedAt(alarms) - lookedAt(alarmsBefore),
    own: filters(template) - filters(templateBefore),
  });
});

test('a missing endpoint is told from a dead node: only calls of AWS without an answer count, in watch’s log', () => {
  const [filter] = Object.values(
    propertiesOf(template, 'AWS::Logs::MetricFilter', 'MonitoringLoggedMetricsAwsUnreachable'),
  );
  expect(filter).toMatchObject({
    FilterPattern: '{ $.event = "aws_unreachable" }',
    MetricTransformations: [{ MetricName: 'AwsUnreachable', MetricNamespace: 'Sluice/prod' }],
  });
  expect(alarms.get('sluice-prod-aws-unreachable')).toMatchObject({
    MetricName: 'AwsUnreachable',
    Period: 60,
    DatapointsToAlarm: 3,
    EvaluationPeriods: 5,
    TreatMissingData: 'notBreaching',
  });
});

test('each half of watch is missed on its own: the one inside by its invocations, which do not ask endpoints', () => {
  const metrics = (name: string) => JSON.stringify(alarms.get(`sluice-prod-${name}`)?.Metrics);
  expect(metrics('watch-silent')).toMatch(/"Invocations".*"WatchFunction/);
  expect(metrics('watch-silent')).not.toContain('EndpointUp');
  expect(metrics('endpoint-watch-silent')).toContain('EndpointUp');
  expect(metrics('endpoint-watch-silent')).toContain('"EndpointWatchFunction');
  for (const name of ['watch-silent', 'endpoint-watch-silent'])
    expect(alarms.get(`sluice-prod-${name}`)?.TreatMissingData).toBe('breaching');
});

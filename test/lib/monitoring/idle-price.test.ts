import { expect, test } from '@jest/globals';
import {
  fixedTotal,
  runsPerMonth,
  scheduledRuns,
  statusFile,
  watchCalls,
} from '../../../lab/bench/cost/fixed-costs.ts';
import { watchEverySecondsOf } from '../../../lib/settings/operations.ts';
import { prices } from '../../../src/cost/prices.ts';
import { watchRunSeconds } from '../../../src/cost/watch-cost.ts';
import { networks } from '../../support/settings.ts';
import { propertiesOf, templateOf } from '../synthesis.ts';

const template = templateOf('dev');
const all = (type: string) => Object.values(propertiesOf(template, type));
const functions = propertiesOf(template, 'AWS::Lambda::Function');

const alarmed = all('AWS::CloudWatch::Alarm')
  .map(({ Metrics = [{ MetricStat: {} }] }) => Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat))
  .reduce((sum, metrics) => sum + metrics.length, 0);

type Target = { readonly Arn: { readonly 'Fn::GetAtt': readonly string[] } };

const runs = all('AWS::Events::Rule').flatMap(({ ScheduleExpression, Targets }) =>
  Targets.map(({ Arn }: Target) => {
    const { MemorySize: memory, Description: description } = functions[Arn['Fn::GetAtt'][0] ?? ''] ?? {};
    const isWatch = String(description).startsWith('Checks nodes');
    const seconds = isWatch ? { seconds: watchRunSeconds(watchEverySecondsOf.light) } : {};
    return scheduledRuns({ runs: runsPerMonth(ScheduleExpression), memory, description, ...seconds });
  }),
);

test('dev costs less than five dollars a month without a call, by the model of prod’s fixed costs', () => {
  const price = fixedTotal([
    { what: 'alarms', uses: [[prices.alarms, alarmed]] },
    { what: 'secrets', uses: [[prices.secrets, all('AWS::SecretsManager::Secret').length]] },
    ...runs,
    watchCalls(networks.length, watchEverySecondsOf.light),
    statusFile(networks.length),
  ]);
  expect(price).toBeGreaterThan(3);
  expect(price).toBeLessThan(5);
});

test('no function of dev emits metrics by a schedule, and no line of an idle stage is counted as one', () => {
  const emitting = Object.entries(functions).flatMap(([id, { Environment }]) =>
    Environment?.Variables.METRICS_NAMESPACE === undefined ? [] : [id.replace(/Function[0-9A-F]{8}$/, '')],
  );
  // Only records of calls, and sign-ups over their limit.
  expect(emitting.toSorted()).toEqual(['ControlPlanePublicApi', 'DataPlaneRecordStreamTally']);
  const patterns = all('AWS::Logs::MetricFilter').map(({ FilterPattern }) => FilterPattern);
  for (const pattern of patterns) expect(pattern).not.toContain('unknown_keys_refused');
});

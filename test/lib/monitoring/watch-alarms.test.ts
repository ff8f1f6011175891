import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { templateWith } from '../../../packages/cdk-local/test/template/template-file.ts';
import { solana } from '../../../src/chains/solana.ts';
import { createMetricEmitter } from '../../../src/embedded-metrics.ts';
import { createLog } from '../../../src/log.ts';
import type { CheckedNode, NodeCheckResult } from '../../../src/networks/network-state.ts';
import { nextNetworkState } from '../../../src/networks/node-states.ts';
import { endpointMetrics, networkMetrics } from '../../../src/networks/watch-metrics.ts';
import { propertiesOf, templateOf, upstreams } from '../synthesis.ts';
import { type Datapoint, datapointsOf } from './datapoints.ts';
import { ringing } from './ringing.ts';

// What watch writes is held against the alarms of the template. Rules are left out: this is not the local runtime.

const stack = templateOf('dev', { settings: { operations: 'full' } });
const { Resources } = stack.toJSON();
const template = templateWith(
  Object.fromEntries(
    Object.entries<{ Type: string }>(Resources).filter(([, it]) => {
      return (
        !/Events::Rule|EventInvokeConfig/.test(it.Type) &&
        !/EveryMinute|UsageDaysSchedule|AccountSweepSchedule/.test(JSON.stringify(it))
      );
    }),
  ),
);
const watchAlarms = /^(node-|network-|credentials-|endpoint-|watch-)/;
const sourceOf = (construct: string): string =>
  template.ofType('AWS::Lambda::Function').find(({ ref }) => ref.startsWith(construct))?.ref ?? '';

function told(...lines: string[]): Datapoint[] {
  return datapointsOf(
    template,
    lines.map((line) => ({ source: sourceOf('Watch'), line })),
  );
}
const rings = (datapoints: readonly Datapoint[]): string[] =>
  ringing(template, datapoints).filter((name) => watchAlarms.test(name));

const names = ['first.example', 'second.example'];

const run = (endpoint: boolean): Datapoint[] => {
  const lines: string[] = [];
  createMetricEmitter('Sluice/dev', (line) => lines.push(line))(endpointMetrics(endpoint, 0));
  return told(...lines);
};

/** What watch tells of mainnet's two nodes. */
function mainnet(...results: NodeCheckResult[]): string[] {
  const checked = results.map((result, index): CheckedNode => ({ name: names[index] ?? '', url: '', result }));
  const lines: string[] = [];
  const emit = createMetricEmitter('Sluice/dev', (line) => lines.push(line));
  const state = nextNetworkState('mainnet', undefined, checked, { ...solana, blockMs: 200 }, 0);
  for (const metrics of networkMetrics(state, checked)) emit(metrics);
  return lines;
}

const well: NodeCheckResult = { answered: true, height: 1_000, saysBehind: false };
const lost: NodeCheckResult = { answered: false, reason: 'timeout' };

test('nodes at about the same height set off no alarm', () => {
  expect(rings([...run(true), ...told(...mainnet(well, { ...well, height: 975 }))])).toEqual([]);
});

test('a node that does not answer sets off its alarm', () => {
  expect(rings([...run(true), ...told(...mainnet(well, lost))])).toEqual(['node-down-mainnet-second.example']);
});

test('a node that answered in one of two runs of a minute is up', () => {
  expect(rings([...run(true), ...told(...mainnet(well, lost), ...mainnet(well, well))])).toEqual([]);
});

test('a node that is further behind than 5 s sets off its alarm', () => {
  expect(rings([...run(true), ...told(...mainnet({ ...well, height: 974 }, well))])).toEqual([
    'node-behind-mainnet-first.example',
  ]);
});

test('a single node that reports to be behind sets off its alarm too', () => {
  expect(rings([...run(true), ...told(...mainnet({ ...well, saysBehind: true }))])).toEqual([
    'node-behind-mainnet-first.example',
  ]);
});

test('a network without a new block sets off its alarm', () => {
  const minutes = (stalled: boolean) => {
    const pace = { height: 1, at: 0, movedAt: 0, stalled, from: { height: 1, at: 0 } };
    const lines: string[] = [];
    const emit = createMetricEmitter('Sluice/dev', (line) => lines.push(line));
    for (const metrics of networkMetrics({ network: 'mainnet', checkedAt: 0, nodes: [], pace }, [])) emit(metrics);
    return rings([...run(true), ...told(...lines)]);
  };
  expect(minutes(true)).toEqual(['network-stalled']);
  expect(minutes(false)).toEqual([]);
});

test('an endpoint that is down sets off the alarm', () => {
  expect(rings(run(true))).toEqual([]);
  expect(rings(run(false))).toEqual(['endpoint-down']);
});

test.each(['DataPlaneProxy', 'Watch'])(
  'credentials that a node rejects again and again ring by the log of %s',
  (by) => {
    const lines: string[] = [];
    const rejected = { network: 'mainnet', host: 'first.example', status: 401 };
    createLog('info', (line) => lines.push(line)).error('upstream_credentials_rejected', rejected);
    const times = (count: number) =>
      rings([
        ...run(true),
        ...datapointsOf(
          template,
          Array.from({ length: count }, () => ({ source: sourceOf(by), line: lines[0] ?? '' })),
        ),
      ]);
    expect(times(2)).toEqual([]);
    expect(times(3)).toEqual(['credentials-rejected-first.example']);
  },
);

test('watch-silent goes off when no run succeeds', () => {
  const runs = Array.from({ length: 5 }, () => run(true)).flat();
  const errors = (count: number): Datapoint => ({
    namespace: 'AWS/Lambda',
    name: 'Errors',
    dimensions: { FunctionName: sourceOf('Watch') },
    values: [count],
  });
  expect(rings([...runs, errors(0)])).toEqual([]);
  expect(rings([...runs, errors(4)])).toEqual([]);
  expect(rings([...runs, errors(5)])).toEqual(['watch-silent']);
  expect(rings([errors(0)])).toEqual(['watch-silent']);
});

const alarm = v.looseObject({
  AlarmName: v.string(),
  EvaluationPeriods: v.number(),
  DatapointsToAlarm: v.optional(v.number()),
});

test('a single bad minute sets off no alarm: three of five are needed', () => {
  const alarms = Object.values(propertiesOf(stack, 'AWS::CloudWatch::Alarm')).map((one) => v.parse(alarm, one));
  const byMinute = alarms.filter(({ AlarmName }) =>
    /-(node-down|node-behind|network-stalled|endpoint-down)/.test(AlarmName),
  );
  const nodes = Object.values(upstreams).flat();
  // For each node: down and behind. For all networks together: stalled, and endpoints.
  expect(byMinute).toHaveLength(2 * nodes.length + 2);
  for (const one of byMinute) expect(one).toMatchObject({ Period: 60, DatapointsToAlarm: 3, EvaluationPeriods: 5 });
});

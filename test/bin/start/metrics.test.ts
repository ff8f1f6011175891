import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { createLocalMetrics } from '../../../bin/start/metrics.ts';
import { createMetricsPage, metricsTable } from '../../../bin/start/metrics-page.ts';
import { createMetricEmitter, type Metrics } from '../../../src/embedded-metrics.ts';

const minute = 60_000;

/** Metrics of a gateway, filled by the functions' own emitter, with a clock that the test sets. */
function open() {
  let now = 0;
  const metrics = createLocalMetrics(() => now);
  const emit = createMetricEmitter('Sluice/dev', (line) => metrics.add({ source: 'Tally', line }));
  const calls = (at: number, outcome: string, value: number) =>
    emit({
      at,
      dimensions: { network: 'devnet', outcome },
      dimensionSets: [['network', 'outcome'], ['network']],
      values: { Calls: { unit: 'Count', value } },
    });
  return {
    metrics,
    calls,
    emit: (values: Metrics['values']) => emit({ at: now, dimensions: {}, dimensionSets: [[]], values }),
    setTime: (time: number) => {
      now = time;
    },
  };
}

describe('the local metrics', () => {
  test('are added up for each set of dimensions', () => {
    const { metrics, calls } = open();
    calls(0, 'ok', 3);
    calls(1, 'ok', 4);
    calls(2, 'rpc_error', 1);
    expect(metrics.read(1)).toEqual([
      { name: 'Calls', dimensions: 'network=devnet', unit: 'Count', count: 3, sum: 8, minimum: 1, maximum: 4 },
      {
        name: 'Calls',
        dimensions: 'network=devnet outcome=ok',
        unit: 'Count',
        count: 2,
        sum: 7,
        minimum: 3,
        maximum: 4,
      },
      {
        name: 'Calls',
        dimensions: 'network=devnet outcome=rpc_error',
        unit: 'Count',
        count: 1,
        sum: 1,
        minimum: 1,
        maximum: 1,
      },
    ]);
  });

  test('count each value of a line with several', () => {
    const { metrics, emit } = open();
    emit({ Latency: { unit: 'Milliseconds', value: [10, 20, 60] } });
    expect(metrics.read(1)).toMatchObject([
      { name: 'Latency', dimensions: '', count: 3, sum: 90, minimum: 10, maximum: 60 },
    ]);
  });

  test('are those of the asked minutes, and of one hour at most', () => {
    const { metrics, calls, setTime } = open();
    const sum = (minutes: number) => metrics.read(minutes)[0]?.sum;
    calls(0, 'ok', 1);
    setTime(4 * minute);
    calls(4 * minute, 'ok', 2);
    expect([sum(1), sum(4), sum(5)]).toEqual([2, 2, 3]);
    setTime(60 * minute);
    calls(60 * minute, 'ok', 4);
    expect(sum(60)).toBe(6);
    expect(sum(1_000)).toBe(6);
  });

  test.each([
    '{"level":"info","event":"x"}',
    '{"_aws":',
    '{"_aws":{}}',
    '{"_aws":{"Timestamp":1,"CloudWatchMetrics":[{}]}}',
    '',
  ])('ignore the line %j', (line) => {
    const { metrics } = open();
    metrics.add({ source: 'Tally', line });
    expect(metrics.read(60)).toEqual([]);
  });
});

describe('the page of the metrics', () => {
  test('is a table of what has been emitted', () => {
    const { metrics, calls } = open();
    calls(0, 'ok', 3);
    calls(0, 'ok', 4);
    expect(metricsTable(metrics.read(5), 5)).toBe(
      [
        'Metrics of the last 5 minutes, as the functions have emitted them',
        '',
        'metric  dimensions                 unit   count  sum  average  minimum  maximum',
        'Calls   network=devnet             Count      2    7      3.5        3        4',
        'Calls   network=devnet outcome=ok  Count      2    7      3.5        3        4',
        '',
      ].join('\n'),
    );
    expect(metricsTable([], 1)).toMatch(/^No metrics in this minute\./);
  });

  test('takes 1 to 60 minutes', async () => {
    const server = createServer(createMetricsPage({ read: (minutes) => metricsOf(minutes) })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const at = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
    expect(await (await fetch(at)).text()).toMatch(/M5 /);
    expect(await (await fetch(`${at}/?minutes=60`)).text()).toMatch(/M60 /);
    for (const minutes of ['0', '61', '1.5', 'x', ''])
      expect((await fetch(`${at}/?minutes=${minutes}`)).status).toBe(400);
    server.closeAllConnections();
    server.close();
  });
});

const metricsOf = (minutes: number) => [
  { name: `M${minutes}`, dimensions: '', unit: 'Count', count: 1, sum: 1, minimum: 1, maximum: 1 },
];

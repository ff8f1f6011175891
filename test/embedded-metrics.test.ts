import { expect, test } from '@jest/globals';
import { createMetricEmitter, metricNames } from '../src/embedded-metrics.ts';

test('metrics are written as a line of CloudWatch’s embedded metric format', () => {
  const lines: string[] = [];
  createMetricEmitter('Sluice/test', (line) => lines.push(line))({
    at: 1_795_176_000_000,
    dimensions: { network: 'devnet', outcome: 'ok' },
    dimensionSets: [['network', 'outcome'], ['network']],
    values: {
      [metricNames.calls]: { unit: 'Count', value: 2 },
      [metricNames.latency]: { unit: 'Milliseconds', value: [3, 4] },
    },
  });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      _aws: {
        Timestamp: 1_795_176_000_000,
        CloudWatchMetrics: [
          {
            Namespace: 'Sluice/test',
            Dimensions: [['network', 'outcome'], ['network']],
            Metrics: [
              { Name: 'Calls', Unit: 'Count' },
              { Name: 'Latency', Unit: 'Milliseconds' },
            ],
          },
        ],
      },
      network: 'devnet',
      outcome: 'ok',
      Calls: 2,
      Latency: [3, 4],
    },
  ]);
  expect(lines[0]).not.toContain('\n');
});

import { expect, test } from '@jest/globals';
import { metricLines } from '../../src/usage/metrics.ts';
import { readStreamRecord } from '../../src/usage/stream-record.ts';
import { insertOf, noon, recordOf } from './record.ts';

const lines = (...records: Parameters<typeof insertOf>[0][]): unknown[] =>
  metricLines(
    records.map((record, index) => readStreamRecord(insertOf(record, index + 1))),
    noon,
  ).map((line) => JSON.parse(line));

test('a metric line is CloudWatch’s embedded metric format, with the calls by network and outcome', () => {
  expect(lines(recordOf())).toEqual([
    {
      _aws: {
        Timestamp: noon,
        CloudWatchMetrics: [
          { Namespace: 'Sluice', Dimensions: [['network', 'outcome']], Metrics: [{ Name: 'Calls', Unit: 'Count' }] },
        ],
      },
      network: 'devnet',
      outcome: 'ok',
      Calls: 1,
    },
  ]);
});

test('the calls of a batch are added up, whosever they are', () => {
  const mixed = recordOf({
    keyId: 'key_2',
    calls: [
      { method: 'getSlot', outcome: 'ok', count: 3 },
      { method: 'getBalance', outcome: 'ok', count: 1 },
      { outcome: 'invalid_request', count: 2 },
    ],
  });
  const found = lines(recordOf(), mixed, recordOf({ network: 'mainnet' }));
  expect(found).toMatchObject([
    { network: 'devnet', outcome: 'ok', Calls: 5 },
    { network: 'devnet', outcome: 'invalid_request', Calls: 2 },
    { network: 'mainnet', outcome: 'ok', Calls: 1 },
  ]);
  expect(found).toHaveLength(3);
});

test('no records make no line', () => expect(lines()).toEqual([]));

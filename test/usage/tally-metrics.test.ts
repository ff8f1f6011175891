import { describe, expect, test } from '@jest/globals';
import type { Metrics } from '../../src/embedded-metrics.ts';
import { readStreamRecord, type StreamedRecord } from '../../src/usage/stream-records.ts';
import { batchMetrics } from '../../src/usage/tally-metrics.ts';
import { insertOf, noon, recordOf } from './record.ts';

type Changes = Parameters<typeof recordOf>[0];

const streamed = (changes: Changes, index: number): StreamedRecord =>
  readStreamRecord(insertOf(recordOf(changes), index + 1));

const admittedSecond = noon / 1_000;

/** The metrics at noon of a batch of records of admitted calls that were all written at noon. */
const told = (batch: readonly Changes[], at = noon): Metrics[] =>
  batchMetrics(
    batch.map((changes, index) => streamed({ admittedSecond, ...changes }, index)),
    at,
  );

const withMetric = (name: 'Calls' | 'Latency' | 'TallyLag' | 'RecordsReplayed', metrics: readonly Metrics[]) =>
  metrics.flatMap(({ dimensions, values }) => (values[name] ? [{ ...dimensions, [name]: values[name]?.value }] : []));

describe('the calls of a batch', () => {
  test('are emitted by network and outcome, and by network, so that shares can be computed', () => {
    expect(told([{}])[0]).toEqual({
      at: noon,
      dimensions: { network: 'devnet', outcome: 'ok' },
      dimensionSets: [['network', 'outcome'], ['network']],
      values: { Calls: { unit: 'Count', value: 1 } },
    });
  });

  test('are added up over all keys', () => {
    const mixed: Changes = {
      keyId: 'key_2',
      calls: [
        { method: 'getSlot', outcome: 'ok', count: 3 },
        { method: 'getBalance', outcome: 'ok', count: 1 },
        { outcome: 'invalid_request', count: 2 },
      ],
    };
    expect(withMetric('Calls', told([{}, mixed, { network: 'mainnet' }]))).toEqual([
      { network: 'devnet', outcome: 'ok', Calls: 5 },
      { network: 'devnet', outcome: 'invalid_request', Calls: 2 },
      { network: 'mainnet', outcome: 'ok', Calls: 1 },
    ]);
  });
});

describe('the latencies of a batch', () => {
  test('are emitted by network as single values, from which CloudWatch computes percentiles', () => {
    const metrics = told([{ durationMs: 40 }, { durationMs: 7, network: 'mainnet' }, { durationMs: 12 }]);
    expect(withMetric('Latency', metrics)).toEqual([
      { network: 'devnet', Latency: [40, 12] },
      { network: 'mainnet', Latency: [7] },
    ]);
    expect(metrics.find(({ values }) => values.Latency)).toMatchObject({
      dimensionSets: [['network']],
      values: { Latency: { unit: 'Milliseconds' } },
    });
  });

  test('are those of requests that a node answered, including its errors', () => {
    const metrics = told([
      { outcome: 'rpc_error', durationMs: 5 },
      { outcome: 'rate_limited' },
      { outcome: 'upstream_error' },
    ]);
    expect(withMetric('Latency', metrics)).toEqual([{ network: 'devnet', Latency: [5] }]);
  });

  test('are emitted in lines of a hundred, the maximum of the format', () => {
    const metrics = told(Array.from({ length: 205 }, (_, durationMs) => ({ durationMs })));
    const values = withMetric('Latency', metrics).map(({ Latency }) => Latency);
    expect(values.map((slice) => [slice].flat().length)).toEqual([100, 100, 5]);
    expect(values.flat()).toEqual(Array.from({ length: 205 }, (_, index) => index));
  });
});

describe('the tally’s lag', () => {
  test('is measured from the end of the batch’s oldest request', () => {
    const metrics = told([{ at: noon - 4_000, durationMs: 1_000 }, { at: noon - 500 }], noon + 200);
    expect(withMetric('TallyLag', metrics)).toEqual([{ TallyLag: 3_200 }]);
    expect(metrics.at(-1)).toMatchObject({ dimensionSets: [[]], values: { TallyLag: { unit: 'Milliseconds' } } });
  });

  test('is never negative, whatever the clocks say', () => {
    expect(withMetric('TallyLag', told([{ at: noon + 60_000 }]))).toEqual([{ TallyLag: 0 }]);
  });

  test('ignores replayed records, which are counted instead', () => {
    const metrics = told([{ at: noon - 86_400_000 }, { at: noon - 3_600_000 }, { at: noon - 1_000 }]);
    expect(withMetric('TallyLag', metrics)).toEqual([{ TallyLag: 988 }]);
    expect(withMetric('RecordsReplayed', metrics)).toEqual([{ RecordsReplayed: 2 }]);
    expect(withMetric('TallyLag', told([{ at: noon - 86_400_000 }]))).toEqual([]);
  });

  test('includes a record that was written within five minutes after its request', () => {
    expect(withMetric('TallyLag', told([{ at: noon - 300_012 }]))).toEqual([{ TallyLag: 300_000 }]);
    expect(withMetric('RecordsReplayed', told([{ at: noon - 300_013 }]))).toEqual([{ RecordsReplayed: 1 }]);
  });

  test('ignores refusals, which may be written with a later request', () => {
    for (const count of [undefined, 37]) {
      const sum: Changes = { at: noon - 400_000, outcome: 'rate_limited', admittedSecond: undefined, count };
      expect(withMetric('TallyLag', told([sum, { at: noon - 1_000 }]))).toEqual([{ TallyLag: 988 }]);
      for (const name of ['TallyLag', 'RecordsReplayed'] as const) expect(withMetric(name, told([sum]))).toEqual([]);
    }
  });

  test('includes a record that was written in time and delivered late', () => {
    const metrics = told([{ at: noon - 200_000 }], noon + 3_600_000);
    expect(withMetric('TallyLag', metrics)).toEqual([{ TallyLag: 3_799_988 }]);
    expect(withMetric('RecordsReplayed', metrics)).toEqual([]);
  });
});

test('without records there are no metrics', () => expect(told([])).toEqual([]));

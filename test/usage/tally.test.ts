import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Metrics } from '../../src/embedded-metrics.ts';
import { createLog } from '../../src/log.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import type { Item, Table } from '../../src/table/item-table.ts';
import type { FailedRecord } from '../../src/usage/failure-bucket.ts';
import { tally } from '../../src/usage/tally.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { networkChains } from '../support/settings.ts';
import { type Calls, counted } from '../table/counted.ts';
import { insertOf, noon, recordOf } from './record.ts';
import { callsIn } from './sums.ts';

let usage: Table;
let calls: Calls;
let lines: string[];
let metrics: Metrics[];
let uses: RequestRecord[];
let diverted: FailedRecord[];

const run = (events: readonly unknown[], table = usage) =>
  tally(events, {
    usage: table,
    lastUsed: { note: async (noted) => void uses.push(...noted) },
    markDays: async () => [],
    divert: async (failures) => `${diverted.push(...failures)} diverted`,
    clock: () => noon,
    log: createLog('info', (line) => lines.push(line)),
    emit: (one) => metrics.push(one),
    chains: networkChains,
  });

/** Calls by `network method outcome`, from the counters of a span. */
const talliesOf = async (keyId: string, span: 'minute' | 'hour') =>
  callsIn(await Array.fromAsync(usage.query(keyId, `${span}#`)));

const metricCalls = () => metrics.reduce((sum, { values }) => sum + Number(values.Calls?.value ?? 0), 0);

/** A table whose updates fail in turns as `faults` lists, before or after they take effect. */
function faulty(table: Table, faults: ('none' | 'before' | 'after')[]): Table {
  const update = async (request: Parameters<Table['update']>[0]): Promise<Item> => {
    const fault = faults.shift() ?? 'none';
    if (fault === 'before') throw new Error('not reached');
    const item = await table.update(request);
    if (fault === 'after') throw new Error('answer lost');
    return item;
  };
  return { ...table, update };
}

beforeEach(async () => {
  ({ table: usage, calls } = counted(await emptyTable({ sortKey: true })));
  lines = [];
  metrics = [];
  uses = [];
  diverted = [];
});

describe('a batch of records', () => {
  test('is counted with one write per counter', async () => {
    const batch = Array.from({ length: 50 }, (_, index) => insertOf(recordOf({ at: noon + index * 1_000 }), index + 1));
    expect(await run(batch)).toEqual([]);
    expect(calls).toEqual({ get: 0, put: 0, update: 2, query: 0 });
    expect(await talliesOf('key_1', 'minute')).toEqual({ 'devnet getHealth ok': 50 });
    expect(await talliesOf('key_1', 'hour')).toEqual({ 'devnet getHealth ok': 50 });
  });

  test('is counted separately for each key', async () => {
    await run([insertOf(recordOf(), 1), insertOf(recordOf({ keyId: 'key_2' }), 2), insertOf(recordOf(), 3)]);
    expect(await talliesOf('key_1', 'hour')).toEqual({ 'devnet getHealth ok': 2 });
    expect(await talliesOf('key_2', 'hour')).toEqual({ 'devnet getHealth ok': 1 });
  });

  test('is counted by the time of the request, however late it is delivered', async () => {
    const late = recordOf({ at: noon - 5 * 3_600_000 });
    await run([insertOf(recordOf(), 1), insertOf(late, 2)]);
    const hours = await Array.fromAsync(usage.query('key_1', 'hour#'));
    expect(hours.map(({ sk }) => sk)).toEqual(['hour#2026-11-20T07#devnet', 'hour#2026-11-20T12#devnet']);
  });

  test('emits its metrics after it is counted', async () => {
    await run([insertOf(recordOf(), 1), insertOf(recordOf(), 2)]);
    expect(metricCalls()).toBe(2);
  });

  test('is noted as its keys’ last use, except unreadable records', async () => {
    const second = recordOf({ keyId: 'key_2' });
    await run([insertOf(recordOf(), 1), { eventName: 'INSERT' }, insertOf(second, 3)]);
    expect(uses).toEqual([recordOf(), second]);
  });

  test('without records writes nothing', async () => {
    expect(await run([])).toEqual([]);
    expect(calls.update).toBe(0);
    expect(diverted).toEqual([]);
    expect(metrics).toEqual([]);
  });
});

describe('when the table fails', () => {
  test('the first record of each failed counter is redelivered, and the counters are logged', async () => {
    const failing: Table = { ...usage, update: () => Promise.reject(new Error('down')) };
    const batch = [insertOf(recordOf(), 5), insertOf(recordOf(), 6), insertOf(recordOf({ keyId: 'key_2' }), 7)];
    expect((await run(batch, failing)).toSorted()).toEqual(['5', '7']);
    const counters = ['key_1', 'key_2'].flatMap((pk) => [
      { pk, sk: 'hour#2026-11-20T12#devnet' },
      { pk, sk: 'minute#2026-11-20T12:00#devnet' },
    ]);
    const failures = counters.map((one) => ({ level: 'error', event: 'count_failed', ...one, detail: 'Error: down' }));
    expect(lines.toSorted().map((line) => JSON.parse(line))).toEqual(failures);
    expect(metrics).toEqual([]);
  });

  test('a failed counter does not affect the others', async () => {
    const failing: Table = {
      ...usage,
      update: (request) => (request.key.pk === 'key_1' ? Promise.reject(new Error('down')) : usage.update(request)),
    };
    expect(await run([insertOf(recordOf(), 1), insertOf(recordOf({ keyId: 'key_2' }), 2)], failing)).toEqual(['1']);
    expect(await talliesOf('key_2', 'hour')).toEqual({ 'devnet getHealth ok': 1 });
  });

  test.each(['before', 'after'] as const)(
    'if it fails %s a write takes effect, a retry counts each record once',
    async (fault) => {
      const batch = [insertOf(recordOf(), 1), insertOf(recordOf(), 2)];
      expect(await run(batch, faulty(usage, [fault, fault]))).toEqual(['1']);
      expect(await run(batch)).toEqual([]);
      expect(await talliesOf('key_1', 'minute')).toEqual({ 'devnet getHealth ok': 2 });
      expect(await talliesOf('key_1', 'hour')).toEqual({ 'devnet getHealth ok': 2 });
    },
  );
});

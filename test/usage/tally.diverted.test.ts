import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Metrics, metricNames } from '../../src/embedded-metrics.ts';
import { createLog } from '../../src/log.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import type { ItemTable, Table } from '../../src/table/item-table.ts';
import { callsAttribute } from '../../src/usage/counter-attributes.ts';
import type { FailedRecord } from '../../src/usage/failure-bucket.ts';
import { tally } from '../../src/usage/tally.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { networkChains } from '../support/settings.ts';
import { insertOf, noon, recordOf } from './record.ts';

const hour = 3_600_000;
const minute = 60_000;

let usage: Table;
let lines: string[];
let metrics: Metrics[];
let uses: RequestRecord[];
let objects: FailedRecord[][];
let now: number;

beforeEach(async () => {
  usage = await emptyTable({ sortKey: true });
  [lines, metrics, uses, objects] = [[], [], [], []];
  now = noon;
});

const keep = async (failures: readonly FailedRecord[]) => `object ${objects.push([...failures])}`;
const keepNothing = () => Promise.reject(new Error('bucket out of order'));

const run = (events: readonly unknown[], { table = usage as ItemTable, divert = keep } = {}) =>
  tally(events, {
    usage: table,
    lastUsed: { note: async (noted) => void uses.push(...noted) },
    markDays: async () => [],
    divert,
    clock: () => now,
    log: createLog('info', (line) => lines.push(line)),
    emit: (one) => metrics.push(one),
    chains: networkChains,
  });

const logged = () => lines.map((line) => JSON.parse(line));
const metricCalls = () => metrics.reduce((sum, { values }) => sum + Number(values[metricNames.calls]?.value ?? 0), 0);
const insert = (sequenceNumber: number, keyId = 'key_1') => insertOf(recordOf({ keyId }), sequenceNumber);
const minuteCounter = 'minute#2026-11-20T12:00#devnet';
const hourCounter = 'hour#2026-11-20T12#devnet';
const calls = async (sk = hourCounter, pk = 'key_1') =>
  (await usage.get({ pk, sk }))?.[callsAttribute('getHealth', 'ok')];

/** The table, with failing updates and reads. */
const without = (fails: (sk: unknown, call: 'get' | 'update') => boolean): ItemTable => ({
  ...usage,
  get: (key) => (fails(key.sk, 'get') ? Promise.reject(new Error('down')) : usage.get(key)),
  update: (request) => (fails(request.key.sk, 'update') ? Promise.reject(new Error('down')) : usage.update(request)),
});

const unreadable = { eventName: 'INSERT', dynamodb: { SequenceNumber: '2', NewImage: { at: { S: 'noon' } } } };

describe('a record that cannot be read', () => {
  test('is diverted unchanged with the reason, while the others count and nothing is redelivered', async () => {
    expect(await run([insert(1), unreadable, insert(3)])).toEqual([]);
    expect(await calls()).toBe(2);
    expect(objects).toEqual([
      [{ reason: 'unreadable', detail: expect.stringContaining('ValiError'), event: unreadable }],
    ]);
    expect(logged()).toMatchObject([
      { level: 'error', event: 'record_unreadable', sequenceNumber: '2' },
      { level: 'error', event: 'records_diverted', object: 'object 1', records: 1 },
    ]);
    expect(metricCalls()).toBe(2);
    expect(uses).toHaveLength(2);
  });

  test('is redelivered with the records after it if it cannot be stored', async () => {
    const batch = [insert(1), unreadable, insert(3)];
    expect(await run(batch, { divert: keepNothing })).toEqual(['2']);
    expect(metricCalls()).toBe(1);
    expect(logged().at(-1)).toMatchObject({ level: 'error', event: 'divert_failed', records: 1 });
    expect(await run(batch.slice(1))).toEqual([]);
    expect(await calls()).toBe(2);
    expect(metricCalls()).toBe(2);
  });

  test('is not diverted after a redelivered record, because it may be readable later', async () => {
    const table = without((sk) => sk === hourCounter);
    expect(await run([insert(1), unreadable], { table })).toEqual(['1']);
    expect(objects).toEqual([]);
    expect(await run([insert(1), unreadable])).toEqual([]);
    expect(objects).toHaveLength(1);
  });

  test.each([
    ['a string', 'INSERT'],
    ['null', null],
    ['an event without a sequence number', { eventName: 'INSERT' }],
  ])('is also diverted if it is %s', async (_, event) => {
    expect(await run([insert(1), event, insert(3)])).toEqual([]);
    expect(objects).toMatchObject([[{ reason: 'unreadable', event }]]);
    expect(await run([insert(4), event], { divert: keepNothing })).toEqual(['']);
  });

  test('is logged without its content', async () => {
    const secret = { dynamodb: { ...unreadable.dynamodb, NewImage: { secret: { S: 'slc_hidden' } } } };
    await run([secret]);
    expect(lines.join('')).not.toContain('slc_hidden');
  });

  test('is diverted alone if nothing else is in the batch', async () => {
    expect(await run([unreadable, unreadable])).toEqual([]);
    expect(objects.map(({ length }) => length)).toEqual([2]);
  });
});

describe('a counter that cannot be written', () => {
  const table = () => without((sk, call) => sk === hourCounter && call === 'update');

  test('is retried for 12 hours, and nothing is diverted', async () => {
    for (now of [noon, noon + hour, noon + 12 * hour - 1])
      expect(await run([insert(1)], { table: table() })).toEqual(['1']);
    expect(objects).toEqual([]);
    expect(await run([insert(1)])).toEqual([]);
    expect(await calls()).toBe(1);
  });

  test('is then left alone for ten minutes, until every pending write has been executed or has failed', async () => {
    await run([insert(1)], { table: table() });
    for (now of [noon + 12 * hour, noon + 12 * hour + 10 * minute - 1]) {
      expect(await run([insert(1), insert(2)])).toEqual(['1']);
    }
    expect(await calls()).toBeUndefined();
    expect(objects).toEqual([]);
  });

  test('is then named in an object with the record, without the counters that have counted it', async () => {
    await run([insert(1), insert(2)], { table: table() });
    now = noon + 12 * hour + 10 * minute;
    expect(await run([insert(1), insert(2)], { table: table() })).toEqual([]);
    expect(objects).toEqual([
      [1, 2].map((sequenceNumber) => ({
        reason: 'uncounted',
        detail: 'Some of its counters could not be written in time.',
        event: insert(sequenceNumber),
        uncounted: [hourCounter],
      })),
    ]);
    expect(await calls(minuteCounter)).toBe(2);
    expect(await calls()).toBeUndefined();
  });

  test('that has counted although its answers were lost is not named', async () => {
    await run([insert(1)], { table: without(() => false) });
    now = noon + 13 * hour;
    expect(await run([insert(1)])).toEqual([]);
    expect(objects).toEqual([]);
  });

  test('that cannot be read either keeps its records waiting', async () => {
    await run([insert(1)], { table: table() });
    now = noon + 13 * hour;
    expect(await run([insert(1)], { table: without((sk, call) => call === 'get' && sk === hourCounter) })).toEqual([
      '1',
    ]);
    expect(objects).toEqual([]);
    expect(logged().at(-1)).toMatchObject({ event: 'examine_failed', sk: hourCounter });
  });

  test('keeps its records waiting if they cannot be stored', async () => {
    now = noon + 13 * hour;
    expect(await run([insert(1), insert(2)], { divert: keepNothing })).toEqual(['1']);
    expect(await calls()).toBeUndefined();
  });

  test('keeps the order of its record among unreadable ones', async () => {
    now = noon + 13 * hour;
    const batch = [insert(1), unreadable, insert(3)];
    expect(await run(batch, { divert: keepNothing })).toEqual(['1']);
    expect(await run(batch)).toEqual([]);
    expect(objects).toMatchObject([[{ event: insert(1) }, { reason: 'unreadable' }, { event: insert(3) }]]);
  });
});

describe('a newer record of the batch', () => {
  const young = (sequenceNumber: number) => insertOf(recordOf(), sequenceNumber, { createdAt: noon + 2 * hour });

  test.each([
    ['waits for a pending write', 12 * hour, '1'],
    ['is diverted', 13 * hour, '2'],
  ])('moves no position past an older record that %s', async (_, age, again) => {
    now = noon + age;
    expect((await run([insert(1), young(2)])).toSorted()[0]).toBe(again);
    expect(await calls()).toBeUndefined();
  });

  test('counts when it is redelivered', async () => {
    now = noon + 13 * hour;
    expect(await run([insert(1), young(2)])).toEqual(['2']);
    expect(await run([young(2)])).toEqual([]);
    expect(await calls()).toBe(1);
    expect(objects).toMatchObject([[{ event: insert(1), uncounted: [hourCounter, minuteCounter] }]]);
    expect(metricCalls()).toBe(2);
  });

  test('before an old record counts first', async () => {
    now = noon + 13 * hour;
    expect(await run([young(1), insert(2)])).toEqual(['2']);
    expect(await calls()).toBe(1);
    expect(objects).toEqual([]);
  });
});

describe('a replayed record', () => {
  const replayed = (sequenceNumber: number, uncounted?: string[]) => {
    const event = insertOf(recordOf({ admittedSecond: noon / 1_000 }), sequenceNumber);
    const names = uncounted && { uncounted: { L: uncounted.map((sk) => ({ S: sk })) } };
    const image = { ...event.dynamodb.NewImage, replays: { N: '1' }, ...names };
    return { ...event, eventName: 'MODIFY', dynamodb: { ...event.dynamodb, NewImage: image } };
  };

  test('counts once, after newer records', async () => {
    await run([insert(2)]);
    for (let delivery = 0; delivery < 3; delivery += 1) expect(await run([replayed(3)])).toEqual([]);
    expect(await calls()).toBe(2);
    expect(await calls(minuteCounter)).toBe(2);
  });

  test('counts only in the counters that it names, and not in the metrics again', async () => {
    expect(await run([replayed(3, [hourCounter])])).toEqual([]);
    expect(await calls()).toBe(1);
    expect(await calls(minuteCounter)).toBeUndefined();
    expect(metrics.map(({ values }) => values)).toEqual([{ RecordsReplayed: { unit: 'Count', value: 1 } }]);
  });

  test('is diverted again if it names a counter to which it does not contribute', async () => {
    expect(await run([replayed(3, [hourCounter, 'hour#2026-11-20T12#mainnet'])])).toEqual([]);
    expect(objects).toMatchObject([[{ reason: 'unreadable', detail: expect.stringContaining('UnknownCounterError') }]]);
    expect(await calls()).toBeUndefined();
  });

  test('is diverted again only for the counters that it names', async () => {
    now = noon + 13 * hour;
    expect(await run([replayed(3, [hourCounter])])).toEqual([]);
    expect(objects).toMatchObject([[{ uncounted: [hourCounter] }]]);
  });
});

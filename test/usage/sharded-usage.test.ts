import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog } from '../../src/log.ts';
import { newRequestId } from '../../src/records/new-request-id.ts';
import { type Outcome, outcomes } from '../../src/records/outcome.ts';
import { recordPartition } from '../../src/records/record.ts';
import { writeRecord } from '../../src/records/record-writer.ts';
import { readRow } from '../../src/records/row.ts';
import type { Table } from '../../src/table/table.ts';
import { createLastUsed } from '../../src/usage/last-used.ts';
import { queryUsage } from '../../src/usage/query.ts';
import { tally } from '../../src/usage/tally.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { divertNothing } from './divert-nothing.ts';
import { insertOf, noon, recordOf } from './record.ts';

const log = createLog('error');
const hourMs = 3_600_000;
const shards = [0, 1, 2, 3];
let usage: Table;
let records: Table;
let runs = 0;

beforeAll(async () => {
  [usage, records] = await Promise.all([emptyTable({ sortKey: true }), emptyTable({ sortKey: true })]);
});

/** Requests within two minutes, by plans of one shard and of four. */
const request = fc.record({
  at: fc.integer({ min: noon - 120_000, max: noon - 1 }),
  shards: fc.constantFrom(1, 4),
  calls: fc.array(
    fc.record({
      method: fc.constantFrom('getHealth', 'getSlot'),
      outcome: fc.constantFrom(...outcomes),
      count: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

/** What a shard of the stream delivers next: how far back it begins again, and how many records. */
const delivery = fc.record({ back: fc.nat(3), length: fc.integer({ min: 1, max: 6 }) });

const scenarios = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 40 }),
  /** By both shards of the stream at once. */
  deliveries: fc.array(fc.tuple(delivery, delivery), { maxLength: 6 }),
  /** Which of two shards of the stream each partition's records come by, and the number its records begin at. */
  partitions: fc.tuple(...shards.map(() => fc.record({ stream: fc.nat(1), first: fc.nat(1_000_000) }))),
});

type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

/** The inserts of both shards of the stream, from what lies in the partitions of the key. */
async function streamsOf(keyId: string, partitions: Scenario['partitions']) {
  const streams: ReturnType<typeof insertOf>[][] = [[], []];
  for (const [shard, { stream, first }] of partitions.entries()) {
    const rows = await Array.fromAsync(records.query(recordPartition(keyId, noon, shard)));
    for (const [index, row] of rows.entries()) {
      const record = readRow(row, noon);
      if (!record) throw new Error('A record has expired.');
      streams[stream]?.push(insertOf(record, first + index, { shard: shard === 0 ? '' : `#${shard}` }));
    }
  }
  // In the order of their numbers, as a shard of the stream delivers them, and so those of its partitions mixed.
  const numberOf = ({ dynamodb }: ReturnType<typeof insertOf>) => Number(dynamodb.SequenceNumber);
  return streams.map((inserts) => inserts.toSorted((one, other) => numberOf(one) - numberOf(other)));
}

test('the usage of a key whose records are spread is the sum of them all, however their shards are delivered', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async ({ requests, deliveries, partitions }) => {
      runs += 1;
      const keyId = `key_${runs}`;
      const write = ({ shards: spread, ...changes }: (typeof requests)[number]) =>
        writeRecord(records, log, recordOf({ ...changes, keyId, requestId: newRequestId(changes.at) }), 1, spread);
      await Promise.all(requests.map(write));
      const streams = await streamsOf(keyId, partitions);
      const emit = () => undefined;
      const reached = streams.map(() => 0);
      const parts = {
        usage,
        lastUsed: createLastUsed(usage, log),
        clock: () => noon,
        log,
        emit,
        divert: divertNothing,
      };
      const rest = { back: 2, length: requests.length };
      for (const both of [...deliveries, [rest, rest]]) {
        const deliver = async (inserts: (typeof streams)[number], stream: number) => {
          const { back, length } = both[stream] ?? rest;
          const done = reached[stream] ?? 0;
          reached[stream] = Math.min(done + length, inserts.length);
          expect(await tally(inserts.slice(Math.max(0, done - back), done + length), parts)).toEqual([]);
        };
        await Promise.all(streams.map(deliver));
      }

      const asked = { keyIds: [keyId], from: noon - hourMs, to: noon, span: 'minute' as const };
      const { total } = await queryUsage(usage, asked, () => noon);
      const expected: Partial<Record<Outcome, number>> = {};
      for (const { outcome, count } of requests.flatMap(({ calls }) => calls)) {
        expected[outcome] = (expected[outcome] ?? 0) + count;
      }
      expect(total.outcomes).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog } from '../../src/log.ts';
import { findRecord, type HistoryRequest, type Position, queryHistory } from '../../src/records/history.ts';
import { newRequestId } from '../../src/records/new-request-id.ts';
import type { RequestRecord } from '../../src/records/record.ts';
import { writeRecord } from '../../src/records/record-writer.ts';
import { shardOf } from '../../src/records/shards.ts';
import { createTable, type Table } from '../../src/table/table.ts';
import { documentClient, makeTable } from '../support/dynamodb.ts';
import { counted } from '../table/counted.ts';
import { metered } from '../table/metered.ts';
import { noon, recordOf } from '../usage/record.ts';

const dayMs = 86_400_000;
const most = 4;
let tableName: string;
let records: Table;
let keyId: string;
let keys = 0;

beforeAll(async () => {
  tableName = await makeTable(true);
  records = createTable(documentClient(), tableName);
});

const nextKey = () => {
  keys += 1;
  keyId = `key_${keys}`;
};
beforeEach(nextKey);

/** Writes a record as a plan with so many shards has it; by chance somewhere, as ids are drawn at random. */
async function write(at: number, shards: number, changes: Partial<RequestRecord> = {}): Promise<RequestRecord> {
  const record = recordOf({ keyId, at, requestId: newRequestId(at), ...changes });
  await writeRecord(records, createLog('error'), record, 90, shards);
  return record;
}

/** An id of that moment that falls to that shard of four. */
function idIn(shard: number, at: number): string {
  const id = newRequestId(at);
  return shardOf(id, most) === shard ? id : idIn(shard, at);
}

const query = (request: Partial<HistoryRequest>, table = records, shards = most) =>
  queryHistory(table, { keyId, shards }, { from: noon - 2 * dayMs, to: noon + 1, limit: 100, ...request }, () => noon);

const idsOf = (all: readonly RequestRecord[]) => all.map(({ requestId }) => requestId);
const newestFirst = (all: readonly RequestRecord[]) => idsOf(all).toSorted().toReversed();

/** The ids of every page until the end, with what happens between two of them. */
async function pagesOf(request: Partial<HistoryRequest>, between: () => Promise<unknown> = async () => undefined) {
  const pages: string[][] = [];
  for (let after: Position | undefined | null; after !== null; ) {
    const page = await query({ ...request, after });
    pages.push(idsOf(page.records));
    after = page.next;
    await between();
  }
  return pages;
}

describe('the history of a key whose records are spread over shards', () => {
  // Several within a millisecond, on both sides of midnights, by plans that had one shard to four.
  const request = fc.record({
    at: fc
      .tuple(fc.constantFrom(0, 12, 13, 36), fc.constantFrom(0, 1, 3_599_999))
      .map(([hours, ms]) => Math.max(-2 * dayMs, -hours * 3_600_000 - ms)),
    shards: fc.integer({ min: 1, max: most }),
    slot: fc.boolean(),
  });
  const histories = fc.record({
    before: fc.array(request, { minLength: 1, maxLength: 30 }),
    between: fc.array(request, { maxLength: 6 }),
    limit: fc.integer({ min: 1, max: 8 }),
    filtered: fc.boolean(),
  });
  const make = ({ at, shards, slot }: { at: number; shards: number; slot: boolean }) =>
    write(noon + at, shards, { calls: [{ method: slot ? 'getSlot' : 'getHealth', outcome: 'ok', count: 1 }] });

  test('is the sorted list of them all, cut into pages, however they are spread', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ before, limit, filtered }) => {
        nextKey();
        const all = await Promise.all(before.map(make));
        const shown = all.filter(({ calls }) => !filtered || calls[0]?.method === 'getSlot');
        const pages = await pagesOf({ limit, ...(filtered && { method: 'getSlot' }) });
        expect(pages.flat()).toEqual(newestFirst(shown));
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
      }),
      { numRuns: 25 },
    );
  });

  test('neither repeats nor misses one, whatever is written between two pages', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ before, between, limit }) => {
        nextKey();
        const there = await Promise.all(before.map(make));
        const inserts = [...between];
        const pages = await pagesOf({ limit }, async () => {
          const insert = inserts.pop();
          if (insert) await make(insert);
        });
        const found = pages.flat();
        expect(found).toEqual([...new Set(found)].toSorted().toReversed());
        expect(found).toEqual(expect.arrayContaining(idsOf(there)));
      }),
      { numRuns: 25 },
    );
  });

  test('is whole when chance puts every record into one shard', async () => {
    const all: RequestRecord[] = [];
    for (let n = 0; n < 30; n += 1) all.push(await write(noon - n, most, { requestId: idIn(3, noon - n) }));
    const pages = await pagesOf({ limit: 10 });
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 10]);
    expect(pages.flat()).toEqual(newestFirst(all));
  });

  test('is no other key’s, and of a key with one shard no other than its first is read', async () => {
    await write(noon, most, { keyId: `${keyId}0`, requestId: idIn(1, noon) });
    await write(noon, most, { requestId: idIn(2, noon) });
    const own = await write(noon, 1);
    expect(idsOf((await query({}, records, 1)).records)).toEqual([own.requestId]);
  });

  test('takes a Query for each shard, and half as many rows again as for a key with one', async () => {
    for (let n = 0; n < 80; n += 1) await write(noon - n, most, { requestId: idIn(n % most, noon - n) });
    const { table, reads } = metered(tableName);
    const first = await query({ limit: 18 }, table);
    expect(reads).toEqual([8, 8, 8, 8]);
    reads.length = 0;
    const second = await query({ limit: 18, after: first.next ?? undefined }, table);
    expect(reads).toEqual([8, 8, 8, 8]);
    expect([...idsOf(first.records), ...idsOf(second.records)]).toHaveLength(36);
  });
});

describe('one record of such a key', () => {
  test('is found by its id, by however many shards its plan had when it was written', async () => {
    for (let n = 0; n < 24; n += 1) {
      const record = await write(noon - n, 1 + (n % most));
      expect(await findRecord(records, { keyId, shards: most }, record.requestId, () => noon)).toEqual(record);
    }
  });

  test('is found with one read where its plan had the most shards, and with a few where it is not there', async () => {
    const { table, calls } = counted(records);
    const record = await write(noon, most, { requestId: idIn(3, noon) });
    const find = (id: string) => findRecord(table, { keyId, shards: most }, id, () => noon);
    expect(await find(record.requestId)).toEqual(record);
    expect(calls.get).toBe(1);
    expect(await find(newRequestId(noon))).toBeUndefined();
    expect(calls.get).toBeLessThanOrEqual(1 + most);
  });
});

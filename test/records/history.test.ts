import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { createLog } from '../../src/log.ts';
import {
  findRecord,
  type HistoryPosition,
  type HistoryRequest,
  historyPositionSchema,
  queryHistory,
} from '../../src/records/history.ts';
import { recordKey, writeRecord } from '../../src/records/record.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { lowestRequestId, requestIdTime } from '../../src/records/request-id.ts';
import type { KeyRange, Table } from '../../src/table/item-table.ts';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { documentClient, makeTable } from '../support/dynamodb.ts';
import { networkChains } from '../support/settings.ts';
import { metered } from '../table/metered.ts';
import { noon, recordOf } from '../usage/record.ts';

const dayMs = 86_400_000;
let tableName: string;
let records: Table;
let keyId: string;
let keys = 0;
let written = 0;

beforeAll(async () => {
  tableName = await makeTable(true);
  records = createSdkTable(documentClient(), tableName);
});

beforeEach(() => {
  keys += 1;
  keyId = `key_${keys}`;
});

/** The id of the n-th request at a timestamp, in ascending order. */
const idAt = (at: number, n: number) => lowestRequestId(at).slice(0, -6) + String(n).padStart(6, '0');

async function write(at: number, changes: Partial<RequestRecord> = {}, historyDays = 90): Promise<RequestRecord> {
  written += 1;
  const record = recordOf({ keyId, at, requestId: idAt(at, written), ...changes });
  await writeRecord(records, createLog('error'), record, historyDays);
  return record;
}

const query = (request: Partial<HistoryRequest> = {}, table = records, now = noon) =>
  queryHistory(table, keyId, { from: noon - dayMs, to: noon + 1, limit: 100, ...request }, networkChains, () => now);

/** A table that notes the ranges read. */
function watched() {
  const ranges: KeyRange[] = [];
  const queryRange: Table['queryRange'] = (range) => {
    ranges.push(range);
    return records.queryRange(range);
  };
  return { table: { ...records, queryRange }, ranges };
}

test('an invalid row is reported, and the other rows are shown', async () => {
  const before = await write(noon - 2);
  const bad = await write(noon - 1);
  const after = await write(noon);
  await records.update({
    key: recordKey(bad),
    update: 'SET #calls = :none',
    names: { '#calls': 'calls' },
    values: { ':none': [] },
  });
  const first = await query({ limit: 1 });
  expect(first).toMatchObject({
    records: [after],
    next: { requestId: bad.requestId },
    unreadable: [{ keyId: bad.keyId, requestId: bad.requestId }],
  });
  expect(await query()).toEqual({
    records: [after, before],
    next: null,
    read: 3,
    unreadable: [{ keyId: bad.keyId, requestId: bad.requestId }],
  });
});

const idsOf = (page: { readonly records: readonly RequestRecord[] }) => page.records.map(({ requestId }) => requestId);
const newestFirst = (all: readonly RequestRecord[]) =>
  all
    .map(({ requestId }) => requestId)
    .toSorted()
    .toReversed();

/** Reads all pages, with an action between two of them. */
async function pagesOf(request: Partial<HistoryRequest>, between: () => Promise<unknown> = async () => undefined) {
  const pages: string[][] = [];
  for (let after: HistoryPosition | undefined | null; after !== null; ) {
    const page = await query({ ...request, after });
    pages.push(idsOf(page));
    after = page.next;
    await between();
  }
  return pages;
}

describe('the history of a key', () => {
  test('is empty for a key that made no request', async () => {
    expect(await query()).toMatchObject({ records: [], next: null, unreadable: [] });
  });

  test('returns the records as they were written, newest first, also within one millisecond', async () => {
    const all = [await write(noon - 5_000, { upstreamMs: 4 }), await write(noon - 1), await write(noon - 1)];
    const page = await query();
    expect(page).toMatchObject({ records: all.toReversed(), next: null, unreadable: [] });
  });

  test('has no records of other keys, even with a common prefix of the ids', async () => {
    await write(noon, { keyId: `${keyId}0` });
    expect((await query()).records).toEqual([]);
  });

  test('has exact bounds: `from` is inclusive, `to` is exclusive', async () => {
    const [from, to] = [noon - 2_000, noon - 1_000];
    await write(from - 1);
    const inside = [await write(from), await write(to - 1)];
    await write(to);
    expect(idsOf(await query({ from, to }))).toEqual(newestFirst(inside));
  });

  test('spans midnights, ends of months, and days without requests', async () => {
    const midnight = Date.UTC(2026, 10, 1);
    const all = [];
    for (const at of [midnight - 3 * dayMs, midnight - 1, midnight, midnight + 1, noon]) all.push(await write(at));
    const page = await query({ from: midnight - 3 * dayMs, to: noon + 1 });
    expect(idsOf(page)).toEqual(newestFirst(all));
    expect(page.next).toBeNull();
  });

  test('of an empty range or one in the future is empty', async () => {
    await write(noon);
    for (const range of [
      { from: noon, to: noon },
      { from: noon + 1, to: noon },
      { from: noon + 2 * dayMs, to: noon + 9 * dayMs },
      { from: -2, to: -1 },
    ])
      expect(await query(range)).toMatchObject({ records: [], next: null, unreadable: [] });
  });

  test('of a range that ends in the far future is fast', async () => {
    const record = await write(noon);
    expect(idsOf(await query({ to: Date.UTC(9999, 0) }))).toEqual([record.requestId]);
  });

  test('omits records that have expired by the plan they were written under, although the table still has them', async () => {
    const kept = await write(noon - dayMs + 1_000, {}, 1);
    await write(noon - dayMs, {}, 1);
    await write(noon - 2 * dayMs, {}, 1);
    const older = await write(noon - 2 * dayMs, {}, 7);
    expect(idsOf(await query({ from: 0 }))).toEqual(newestFirst([kept, older]));
    expect(idsOf(await query({ from: 0 }, records, noon + 1_000))).toEqual([older.requestId]);
  });
});

describe('the pages of a history', () => {
  test('have at most the requested number of records, and together all records once, in order', async () => {
    const all = [];
    for (let n = 0; n < 7; n += 1) all.push(await write(noon - n * 6 * 3_600_000));
    const pages = await pagesOf({ from: noon - 3 * dayMs, limit: 3 });
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(newestFirst(all));
  });

  test('end without another page when the last one is full', async () => {
    await write(noon);
    await write(noon - 1);
    expect(await pagesOf({ limit: 2 })).toHaveLength(1);
    expect(await pagesOf({ limit: 1 })).toHaveLength(2);
  });

  test('take one Query each, with at most one row more than they show, and the row at which the last page ended', async () => {
    for (let n = 0; n < 30; n += 1) await write(noon - n);
    const { table, reads } = metered(tableName);
    const first = await query({ limit: 5 }, table);
    expect(reads).toEqual([6]);
    const second = await query({ limit: 5, after: first.next ?? undefined }, table);
    expect(reads).toEqual([6, 7]);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(await query({ limit: 10 })));
  });

  test('cover a day with more rows than one page: 250 records by 100', async () => {
    const all = await Promise.all(Array.from({ length: 250 }, (_, n) => write(noon - n)));
    const pages = await pagesOf({ limit: 100 });
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(pages.flat()).toEqual(newestFirst(all));
  });

  test('neither repeat nor miss a record, whatever is written between them', async () => {
    const request = fc.record({ at: fc.integer({ min: -2 * dayMs, max: 0 }), slot: fc.boolean() });
    const histories = fc.record({
      before: fc.array(request, { minLength: 1, maxLength: 12 }),
      between: fc.array(request, { maxLength: 8 }),
      limit: fc.integer({ min: 1, max: 5 }),
      filtered: fc.boolean(),
    });
    const make = ({ at, slot }: { at: number; slot: boolean }) =>
      write(noon + at, { calls: [{ method: slot ? 'getSlot' : 'getHealth', outcome: 'ok', count: 1 }] });
    await fc.assert(
      fc.asyncProperty(histories, async ({ before, between, limit, filtered }) => {
        keys += 1;
        keyId = `key_${keys}`;
        const filter = filtered ? { method: 'getSlot' } : {};
        const shows = ({ calls }: RequestRecord) => !filtered || calls[0]?.method === 'getSlot';
        const there = (await Promise.all(before.map(make))).filter(shows);
        const inserts = [...between];
        const pages = await pagesOf({ from: noon - 2 * dayMs, limit, ...filter }, async () => {
          const insert = inserts.pop();
          if (insert) await make(insert);
        });
        const found = pages.flat();
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(found.toSorted().toReversed());
        expect(found).toEqual(expect.arrayContaining(there.map(({ requestId }) => requestId)));
      }),
      { numRuns: 20 },
    );
  });

  test('continue where the last one ended, even if its last record was deleted', async () => {
    const [oldest, middle] = [await write(noon - 2), await write(noon - 1)];
    await write(noon);
    expect(idsOf(await query({ after: { requestId: lowestRequestId(noon) } }))).toEqual(newestFirst([oldest, middle]));
  });

  test('never leave the range, for any position', async () => {
    await write(noon - 10);
    const inside = await write(noon - 5);
    await write(noon);
    const range = { from: noon - 6, to: noon - 1 };
    expect(idsOf(await query({ ...range, after: { requestId: lowestRequestId(noon + dayMs) } }))).toEqual([
      inside.requestId,
    ]);
    expect(await query({ ...range, after: { requestId: lowestRequestId(noon - 20) } })).toMatchObject({
      records: [],
      next: null,
      unreadable: [],
    });
  });
});

describe('the work for one page is bounded', () => {
  /** A table with a row per second, one in ten minutes of getSlot. It counts the rows read. */
  function busy() {
    const reads = { rows: 0 };
    const queryRange: Table['queryRange'] = async function* ({ pk, from, to }) {
      const midnight = Date.parse(`${pk.slice(-10)}T00:00:00Z`);
      const last = Math.min(Math.floor((requestIdTime(to) ?? 0) / 1_000) * 1_000, midnight + dayMs - 1_000);
      for (let at = last; at >= Math.max(midnight, requestIdTime(from) ?? 0); at -= 1_000) {
        const method = at % 600_000 === 0 ? 'getSlot' : 'getHealth';
        const record = recordOf({ keyId, at, requestId: idAt(at, 1), calls: [{ method, outcome: 'ok', count: 1 }] });
        if (record.requestId > to) continue;
        reads.rows += 1;
        yield { ...record, sk: record.requestId, expiresAt: 4_000_000_000 };
      }
    };
    return { table: { ...records, queryRange } satisfies Table, reads };
  }

  test('a page whose filter matches nothing is empty and has a `next`, until the end', async () => {
    const { table, reads } = busy();
    const pages = [];
    for (let after: HistoryPosition | undefined | null; after !== null; ) {
      reads.rows = 0;
      const page = await query({ method: 'getVersion', after, from: noon - 12_000_000 }, table);
      expect(reads.rows).toBeLessThanOrEqual(5_002);
      pages.push(page.records);
      after = page.next;
    }
    expect(pages).toEqual([[], [], []]);
  });

  test('all matching records are found, although the work cuts the pages', async () => {
    const { table } = busy();
    const pages = [];
    for (let after: HistoryPosition | undefined | null; after !== null; ) {
      const page = await query({ method: 'getSlot', after, from: noon - 12_000_000 }, table);
      pages.push(page.records.map(({ at }) => at));
      after = page.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([9, 8, 4]);
    expect(pages.flat()).toEqual(Array.from({ length: 21 }, (_, n) => noon - n * 600_000));
  });

  test('a page goes back 92 days at most, and then has a `next`', async () => {
    const old = await write(noon - 200 * dayMs, {}, 400);
    const { table, ranges } = watched();
    const first = await query({ from: noon - 250 * dayMs }, table);
    expect(first).toMatchObject({
      records: [],
      next: { requestId: lowestRequestId(noon + 1 - 92 * dayMs) },
      unreadable: [],
    });
    expect(ranges).toHaveLength(93);
    expect((await pagesOf({ from: noon - 250 * dayMs })).flat()).toEqual([old.requestId]);
  });

  test('the longest retention, 90 days, fits into the search for one page', async () => {
    expect((await query({ from: noon - 90 * dayMs })).next).toBeNull();
  });
});

describe('filters', () => {
  test('match by method, outcome and network, alone and together', async () => {
    const at = noon - 1_000;
    const [slot, failed, mainnet] = [
      await write(at, { calls: [{ method: 'getSlot', outcome: 'ok', count: 1 }] }),
      await write(at, { calls: [{ method: 'getSlot', outcome: 'rpc_error', count: 1 }] }),
      await write(at, { network: 'mainnet' }),
    ];
    expect(idsOf(await query({ method: 'getSlot' }))).toEqual(newestFirst([slot, failed]));
    expect(idsOf(await query({ outcome: 'rpc_error' }))).toEqual([failed.requestId]);
    expect(idsOf(await query({ network: 'mainnet' }))).toEqual([mainnet.requestId]);
    expect(idsOf(await query({ method: 'getSlot', outcome: 'ok', network: 'devnet' }))).toEqual([slot.requestId]);
    expect(await query({ method: 'getSlot', network: 'mainnet' })).toMatchObject({
      records: [],
      next: null,
      unreadable: [],
    });
  });
});

describe('one record', () => {
  test('is found by its key and request id, on any day', async () => {
    const record = await write(Date.UTC(2026, 9, 31, 23, 59, 59, 999));
    expect(await findRecord(records, keyId, record.requestId, () => noon)).toEqual(record);
  });

  test('is not found by another key, an unknown id, or an invalid id', async () => {
    const { requestId } = await write(noon);
    expect(await findRecord(records, 'key_other', requestId, () => noon)).toBeUndefined();
    for (const id of [
      idAt(noon, 999_999),
      '',
      'nonsense',
      '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
      '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    ]) {
      expect(await findRecord(records, keyId, id, () => noon)).toBeUndefined();
    }
  });

  test('is not found after it has expired', async () => {
    const { requestId } = await write(noon - dayMs, {}, 1);
    expect(await findRecord(records, keyId, requestId, () => noon - 1)).toBeDefined();
    expect(await findRecord(records, keyId, requestId, () => noon)).toBeUndefined();
  });
});

test('a position must be a request id', () => {
  expect(v.is(historyPositionSchema, { requestId: lowestRequestId(noon) })).toBe(true);
  for (const other of [{}, { requestId: 'x' }, { requestId: 1 }, { requestId: '8ZZZZZZZZZZZZZZZZZZZZZZZZZ' }, null]) {
    expect(v.is(historyPositionSchema, other)).toBe(false);
  }
});

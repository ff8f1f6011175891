import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog } from '../../src/log.ts';
import { writeRecord } from '../../src/records/record.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { newRequestId } from '../../src/records/request-id.ts';
import { type LostRecordItem, readLostRecord, replayLostRecord } from '../../src/replay/replay-lost-record.ts';
import type { UnclearPolicy } from '../../src/replay/replay-row.ts';
import type { Item, Table } from '../../src/table/item-table.ts';
import { anyCharacter } from '../support/any-character.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { noon, recordOf } from '../usage/record.ts';

const day = 86_400_000;

/** The log line of a failed write, and the item of that write. */
async function lose(record: RequestRecord, historyDays = 1): Promise<{ line: string; item: Item }> {
  const lines: string[] = [];
  const items: Item[] = [];
  const put = async (item: Item) => {
    items.push(item);
    throw new Error('no answer');
  };
  const table = { put, get: async () => undefined, update: async () => ({}) };
  await writeRecord(
    table,
    createLog('info', (line) => lines.push(line)),
    record,
    historyDays,
  );
  return { line: lines[0] ?? '', item: items[0] ?? {} };
}

const lostItem = async (line: string): Promise<LostRecordItem> => {
  const lost = readLostRecord(line);
  if (lost === undefined || lost === 'unreadable') throw new Error(`not read: ${line}`);
  return lost;
};

describe('a log line', () => {
  const methods = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 64 });
  const calls = fc.uniqueArray(methods, { minLength: 1, maxLength: 100 });

  test('has the whole item, and fits into a CloudWatch log event whatever the methods', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (names) => {
        const record = recordOf({ calls: names.map((method) => ({ method, outcome: 'ok', count: 1 })) });
        const { line, item } = await lose(record);
        expect(await lostItem(line)).toEqual(JSON.parse(JSON.stringify(item)));
        // 256 KB before 2025, 1 MB since (CloudWatch Logs quotas: event size).
        expect(Buffer.byteLength(line)).toBeLessThan(256_000);
      }),
      { numRuns: 30 },
    );
  });

  test('is found after a prefix added by a tool', async () => {
    const { line, item } = await lose(recordOf());
    expect(await lostItem(`2026-11-20T12:00:00.000Z ${line}`)).toEqual(item);
  });

  test('of combined refusals is found, too, with their count', async () => {
    const { line, item } = await lose(recordOf({ outcome: 'rate_limited', count: 37 }));
    const found = await lostItem(line.replace('"record_lost"', '"refusal_record_lost"'));
    expect(found).toEqual(item);
    expect(found).toMatchObject({ count: 37 });
  });

  test.each([
    ['another event', '{"level":"info","event":"started"}', undefined],
    ['not JSON', 'REPORT RequestId: 1', undefined],
    ['cut off', '{"event":"record_lost","item":{"pk":"a","sk"', 'unreadable'],
    ['without a key', '{"event":"record_lost","item":{"pk":"a","expiresAt":1}}', 'unreadable'],
  ])('that is %s is recognized', (_, line, expected) => expect(readLostRecord(line)).toBe(expected));
});

describe('a lost record', () => {
  let records: Table;
  let now: number;
  let item: LostRecordItem;

  beforeEach(async () => {
    records = await emptyTable({ sortKey: true });
    now = noon + 3_600_000;
    item = await lostItem((await lose(recordOf({ requestId: newRequestId(noon) }))).line);
  });

  const replay = (unclear?: UnclearPolicy) =>
    replayLostRecord(item, { records, usage: records, clock: () => now, unclear });
  const row = () => records.get({ pk: item.pk, sk: item.sk });

  test('is written once, and kept for longer than it can be replayed', async () => {
    expect(await replay()).toBe('replayed');
    expect(await row()).toEqual({ ...item, expiresAt: (noon + 100 * day) / 1_000 });
    expect(await replay()).toBe('already there');
    now = noon + 90 * day;
    expect(await replay('count')).toBe('expired');
  });

  test('that was written after all is not changed', async () => {
    await records.put(item);
    expect(await replay()).toBe('already there');
    expect(await row()).toEqual(item);
  });

  test('is unclear if its history has ended, because its row may have been deleted', async () => {
    now = noon + day;
    expect(await replay()).toBe('unclear');
    expect(await replay('skip')).toBe('skipped');
    expect(await row()).toBeUndefined();
    expect(await replay('count')).toBe('replayed');
    expect(await replay('count')).toBe('already there');
    expect(await replay()).toBe('already there');
  });

  test('without a request id is unreadable', async () => {
    item = { ...item, sk: 'no id' };
    expect(await replay()).toBe('unreadable');
  });
});

import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { newRequestId } from '../../src/records/request-id.ts';
import { type ReplayDeps, replayFailure } from '../../src/replay/replay-failure.ts';
import type { StoredFailure } from '../../src/replay/stored-failure.ts';
import type { ItemTable, Table } from '../../src/table/item-table.ts';
import { dayKey } from '../../src/usage/day-items.ts';
import { toPosition } from '../../src/usage/stream-records.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { insertOf, noon, recordOf } from '../usage/record.ts';

const day = 86_400_000;
const hourCounter = 'hour#2026-11-20T12#devnet';
const minuteCounter = 'minute#2026-11-20T12:00#devnet';

let usage: Table;
let records: Table;
let now: number;
let keyId: string;
let event: ReturnType<typeof insertOf>;

beforeEach(async () => {
  [usage, records] = await Promise.all([emptyTable({ sortKey: true }), emptyTable({ sortKey: true })]);
  now = noon + day;
  keyId = 'key_1';
  event = insertOf(recordOf({ keyId, requestId: newRequestId(noon) }), 50);
  await records.put(unmarshall(event.dynamodb.NewImage));
});

const keys = () => unmarshall(event.dynamodb.Keys);
const row = () => records.get(keys());
const replay = (kept: Partial<StoredFailure> = {}, changes: Partial<ReplayDeps> = {}) =>
  replayFailure({ reason: 'unreadable', event, ...kept }, { records, usage, clock: () => now, ...changes });
const imageNow = async () => {
  const { dynamodb } = insertOf(recordOf(), 99);
  return {
    ...event,
    eventName: 'MODIFY',
    dynamodb: { ...dynamodb, Keys: event.dynamodb.Keys, NewImage: marshall((await row()) ?? {}) },
  };
};

describe('a record that could not be read', () => {
  test('is replayed once, with a raised replay count, and its row outlives the failure object', async () => {
    const before = await row();
    expect(await replay()).toBe('replayed');
    expect(await row()).toEqual({ ...before, replays: 1, expiresAt: (noon + 100 * day) / 1_000 });
    expect(await replay()).toBe('already replayed');
    expect(await row()).toMatchObject({ replays: 1 });
  });

  test('is replayed again if the tally has saved it as a failure again', async () => {
    await replay();
    const again = await imageNow();
    expect(await replay({ event: again })).toBe('replayed');
    expect(await replay({ event: again })).toBe('already replayed');
    expect(await replay()).toBe('already replayed');
    expect(await row()).toMatchObject({ replays: 2 });
  });

  test('is written again, once, if its history has ended', async () => {
    records = await emptyTable({ sortKey: true });
    expect(await replay()).toBe('replayed');
    expect(await row()).toEqual({
      ...unmarshall(event.dynamodb.NewImage),
      replays: 1,
      expiresAt: (noon + 100 * day) / 1_000,
    });
    expect(await replay()).toBe('already replayed');
  });

  test('is replayed by only one of two concurrent operators', async () => {
    const results = await Promise.all([replay(), replay(), replay()]);
    expect(results.toSorted()).toEqual(['already replayed', 'already replayed', 'replayed']);
    records = await emptyTable({ sortKey: true });
    const repeated = await Promise.all([replay(), replay(), replay()]);
    expect(repeated.toSorted()).toEqual(['already replayed', 'already replayed', 'replayed']);
  });

  test('is replayed once even if the response is lost', async () => {
    const losing: ItemTable = {
      ...records,
      update: async (request) => {
        await records.update(request);
        throw new Error('answer lost');
      },
    };
    await expect(replay({}, { records: losing })).rejects.toThrow('answer lost');
    expect(await replay()).toBe('already replayed');
    expect(await row()).toMatchObject({ replays: 1 });
  });

  test('is not replayed after 90 days, before its row can have been deleted', async () => {
    now = noon + 90 * day - 1;
    expect(await replay()).toBe('replayed');
    now += 1;
    records = await emptyTable({ sortKey: true });
    expect(await replay()).toBe('expired');
    expect(await row()).toBeUndefined();
  });

  test('is unreadable if it does not name its row, or its row was deleted and cannot be written', async () => {
    expect(await replay({ event: { dynamodb: {} } })).toBe('unreadable');
    records = await emptyTable({ sortKey: true });
    const image = { ...event.dynamodb.NewImage, odd: { B: 'AA==' } };
    expect(await replay({ event: { ...event, dynamodb: { ...event.dynamodb, NewImage: image } } })).toBe('unreadable');
  });

  test('is unclear if its row has fewer replays than the stream record, so that somebody must have changed it', async () => {
    const image = { ...event.dynamodb.NewImage, replays: { N: '2' } };
    expect(await replay({ event: { ...event, dynamodb: { ...event.dynamodb, NewImage: image } } })).toBe('unclear');
  });
});

test('a partly counted record names the counters that have not counted it', async () => {
  expect(await replay({ reason: 'uncounted', uncounted: [hourCounter] })).toBe('replayed');
  expect(await row()).toMatchObject({ replays: 1, uncounted: [hourCounter] });
  // It cannot be read again, and stays limited to this counter.
  expect(await replay({ event: await imageNow() })).toBe('replayed');
  expect(await row()).toMatchObject({ replays: 2, uncounted: [hourCounter] });
});

describe('a record that Lambda gave up on', () => {
  const givenUp = { reason: 'given_up' } as const;
  const counted = (sk: string, position: number, pk = keyId) =>
    usage.put({ pk, sk, position: toPosition(String(position)) });

  test('is replayed for all counters if none has reached it', async () => {
    await counted(hourCounter, 49);
    expect(await replay(givenUp)).toBe('replayed');
    expect(await row()).not.toHaveProperty('uncounted');
    await Promise.all([counted(hourCounter, 60), counted(minuteCounter, 60)]);
    expect(await replay(givenUp)).toBe('already replayed');
  });

  test('is replayed for the counters that have not reached it if the others are exactly at it', async () => {
    await counted(hourCounter, 50);
    expect(await replay(givenUp)).toBe('replayed');
    expect(await row()).toMatchObject({ uncounted: [minuteCounter] });
  });

  test('is not replayed if all counters are exactly at it', async () => {
    await Promise.all([counted(hourCounter, 50), counted(minuteCounter, 50)]);
    expect(await replay(givenUp)).toBe('already counted');
    expect(await usage.get(dayKey({ accountId: 'acme', keyId, day: '2026-11-20' }))).toMatchObject({ version: 1 });
    expect(await row()).not.toHaveProperty('replays');
  });

  test('is unclear if a counter is past it, and not replayed until the operator chooses', async () => {
    await counted(hourCounter, 51);
    expect(await replay(givenUp)).toBe('unclear');
    expect(await row()).not.toHaveProperty('replays');
    expect(await replay(givenUp, { unclear: 'skip' })).toBe('replayed');
    expect(await row()).toMatchObject({ uncounted: [minuteCounter] });
  });

  test('counts on unclear counters, too, if the operator chooses so', async () => {
    await counted(hourCounter, 51);
    expect(await replay(givenUp, { unclear: 'count' })).toBe('replayed');
    expect((await row())?.uncounted).toEqual([minuteCounter, hourCounter]);
  });

  test('is skipped if everything is unclear and the operator chooses so', async () => {
    await Promise.all([counted(hourCounter, 51), counted(minuteCounter, 50)]);
    expect(await replay(givenUp, { unclear: 'skip' })).toBe('skipped');
    expect(await row()).not.toHaveProperty('replays');
  });

  test('is unclear if it cannot be read', async () => {
    const image = { ...event.dynamodb.NewImage, calls: { S: 'none' } };
    const unreadable = { ...givenUp, event: { ...event, dynamodb: { ...event.dynamodb, NewImage: image } } };
    expect(await replay(unreadable)).toBe('unclear');
    expect(await replay(unreadable, { unclear: 'skip' })).toBe('skipped');
    expect(await replay(unreadable, { unclear: 'count' })).toBe('replayed');
    expect(await row()).not.toHaveProperty('uncounted');
  });
});

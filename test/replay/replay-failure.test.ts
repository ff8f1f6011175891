import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { StoredFailure } from '../../src/failures/failure-bucket.ts';
import { newRequestId } from '../../src/records/request-id.ts';
import { type ReplayDeps, replayFailure } from '../../src/replay/replay-failure.ts';
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
  test('is put back once, by counting its replays, and its row outlives what it could be put back from', async () => {
    const before = await row();
    expect(await replay()).toBe('replayed');
    expect(await row()).toEqual({ ...before, replays: 1, expiresAt: (noon + 100 * day) / 1_000 });
    expect(await replay()).toBe('already replayed');
    expect(await row()).toMatchObject({ replays: 1 });
  });

  test('is put back once more when it was diverted again', async () => {
    await replay();
    const again = await imageNow();
    expect(await replay({ event: again })).toBe('replayed');
    expect(await replay({ event: again })).toBe('already replayed');
    expect(await replay()).toBe('already replayed');
    expect(await row()).toMatchObject({ replays: 2 });
  });

  test('is written anew where its history has ended, once', async () => {
    records = await emptyTable({ sortKey: true });
    expect(await replay()).toBe('replayed');
    expect(await row()).toEqual({
      ...unmarshall(event.dynamodb.NewImage),
      replays: 1,
      expiresAt: (noon + 100 * day) / 1_000,
    });
    expect(await replay()).toBe('already replayed');
  });

  test('is put back by one of two operators at once', async () => {
    const results = await Promise.all([replay(), replay(), replay()]);
    expect(results.toSorted()).toEqual(['already replayed', 'already replayed', 'replayed']);
    records = await emptyTable({ sortKey: true });
    const anew = await Promise.all([replay(), replay(), replay()]);
    expect(anew.toSorted()).toEqual(['already replayed', 'already replayed', 'replayed']);
  });

  test('is put back once though the answer to that is lost', async () => {
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

  test('is left alone after 90 days, before its row may be gone', async () => {
    now = noon + 90 * day - 1;
    expect(await replay()).toBe('replayed');
    now += 1;
    records = await emptyTable({ sortKey: true });
    expect(await replay()).toBe('expired');
    expect(await row()).toBeUndefined();
  });

  test('cannot be put back where it does not say which row it is of, or its row is gone and cannot be written', async () => {
    expect(await replay({ event: { dynamodb: {} } })).toBe('unreadable');
    records = await emptyTable({ sortKey: true });
    const image = { ...event.dynamodb.NewImage, odd: { B: 'AA==' } };
    expect(await replay({ event: { ...event, dynamodb: { ...event.dynamodb, NewImage: image } } })).toBe('unreadable');
  });

  test('is unclear where its row has been replayed less often than it had been: somebody has changed it', async () => {
    const image = { ...event.dynamodb.NewImage, replays: { N: '2' } };
    expect(await replay({ event: { ...event, dynamodb: { ...event.dynamodb, NewImage: image } } })).toBe('unclear');
  });
});

test('a record that was counted in part names the counters that are still to count it', async () => {
  expect(await replay({ reason: 'uncounted', uncounted: [hourCounter] })).toBe('replayed');
  expect(await row()).toMatchObject({ replays: 1, uncounted: [hourCounter] });
  // It cannot be read, this time: it goes on to be for that counter alone.
  expect(await replay({ event: await imageNow() })).toBe('replayed');
  expect(await row()).toMatchObject({ replays: 2, uncounted: [hourCounter] });
});

describe('a record that Lambda has given up', () => {
  const givenUp = { reason: 'given_up' } as const;
  const counted = (sk: string, position: number, pk = keyId) =>
    usage.put({ pk, sk, position: toPosition(String(position)) });

  test('is put back as a whole where no counter has come to it', async () => {
    await counted(hourCounter, 49);
    expect(await replay(givenUp)).toBe('replayed');
    expect(await row()).not.toHaveProperty('uncounted');
    await Promise.all([counted(hourCounter, 60), counted(minuteCounter, 60)]);
    expect(await replay(givenUp)).toBe('already replayed');
  });

  test('is put back for the counters that have not come to it, where the others end there', async () => {
    await counted(hourCounter, 50);
    expect(await replay(givenUp)).toBe('replayed');
    expect(await row()).toMatchObject({ uncounted: [minuteCounter] });
  });

  test('is left alone where all counters end there', async () => {
    await Promise.all([counted(hourCounter, 50), counted(minuteCounter, 50)]);
    expect(await replay(givenUp)).toBe('already counted');
    expect(await usage.get(dayKey({ accountId: 'acme', keyId, day: '2026-11-20' }))).toMatchObject({ version: 1 });
    expect(await row()).not.toHaveProperty('replays');
  });

  test('is unclear where a counter is past it, and left alone until somebody decides', async () => {
    await counted(hourCounter, 51);
    expect(await replay(givenUp)).toBe('unclear');
    expect(await row()).not.toHaveProperty('replays');
    expect(await replay(givenUp, { unclear: 'skip' })).toBe('replayed');
    expect(await row()).toMatchObject({ uncounted: [minuteCounter] });
  });

  test('counts where it is unclear too, when asked to', async () => {
    await counted(hourCounter, 51);
    expect(await replay(givenUp, { unclear: 'count' })).toBe('replayed');
    expect((await row())?.uncounted).toEqual([minuteCounter, hourCounter]);
  });

  test('is skipped where nothing of it is clear, when asked to', async () => {
    await Promise.all([counted(hourCounter, 51), counted(minuteCounter, 50)]);
    expect(await replay(givenUp, { unclear: 'skip' })).toBe('skipped');
    expect(await row()).not.toHaveProperty('replays');
  });

  test('is unclear where it cannot be read', async () => {
    const image = { ...event.dynamodb.NewImage, calls: { S: 'none' } };
    const unreadable = { ...givenUp, event: { ...event, dynamodb: { ...event.dynamodb, NewImage: image } } };
    expect(await replay(unreadable)).toBe('unclear');
    expect(await replay(unreadable, { unclear: 'skip' })).toBe('skipped');
    expect(await replay(unreadable, { unclear: 'count' })).toBe('replayed');
    expect(await row()).not.toHaveProperty('uncounted');
  });
});

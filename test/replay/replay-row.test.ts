import { describe, expect, test } from '@jest/globals';
import { readReplayRow } from '../../src/replay/replay-row.ts';
import { insertOf, noon, recordOf } from '../usage/record.ts';

const insert = insertOf(recordOf({ requestId: '01KAGE0000000000000000000A' }), 1);
const withImage = (image: Record<string, unknown>) => ({ dynamodb: { ...insert.dynamodb, NewImage: image } });

describe('the row of a stream record', () => {
  test('is identified by its keys, whatever else it contains', () => {
    const image = { calls: { S: 'none' }, at: { N: 'noon' }, odd: { B: 'AA==' } };
    expect(readReplayRow(withImage(image))).toEqual({
      pk: 'key_1#2026-11-20',
      sk: '01KAGE0000000000000000000A',
      at: expect.any(Number),
      replays: 0,
      image,
    });
  });

  test('has the number of its replays', () => {
    expect(readReplayRow(withImage({ replays: { N: '3' } }))).toMatchObject({ replays: 3, image: {} });
  });

  test('has the time in its request id', () => {
    const keys = { ...insert.dynamodb.Keys, sk: { S: '01KAH5YSG0000000000000000A' } };
    const row = readReplayRow({ dynamodb: { ...insert.dynamodb, Keys: keys } });
    expect(Math.abs((row?.at ?? 0) - noon)).toBeLessThan(366 * 86_400_000);
  });

  test.each([
    ['null', null],
    ['no keys', { dynamodb: { NewImage: {} } }],
    ['no image', { dynamodb: { Keys: insert.dynamodb.Keys } }],
    ['a sort key that is not a request id', { dynamodb: { Keys: { pk: { S: 'a' }, sk: { S: 'b' } }, NewImage: {} } }],
    ['an invalid replay count', withImage({ replays: { S: 'often' } })],
  ])('is unknown with %s', (_, event) => expect(readReplayRow(event)).toBeUndefined());
});

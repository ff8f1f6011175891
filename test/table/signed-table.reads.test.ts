import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Members } from '../../src/schema.ts';
import type { Item } from '../../src/table/item-table.ts';
import { createSignedReads, createSignedTable, type QueryRange } from '../../src/table/signed-table.ts';
import { makeTable, signedDynamoDb } from '../support/dynamodb.ts';

const index = { name: 'Due', partitionKey: 'due' };
let name: string;

beforeAll(async () => {
  name = await makeTable(true, 'pk', index);
  const table = createSignedTable(signedDynamoDb(), name);
  for (let place = 0; place < 9; place += 1) await table.put({ pk: 'some', sk: `s${place}`, size: place });
  await table.put({ pk: 'other', sk: 's1', due: 'now', size: 1 });
});

const reads = () => createSignedReads(signedDynamoDb(), name);
const all = async (range: QueryRange): Promise<Item[]> => (await Array.fromAsync(reads().pages(range))).flat();

describe('pages', () => {
  test('have the items of a range, both ends inclusive', async () => {
    const items = await all({ pk: 'some', from: 's3', to: 's5' });
    expect(items).toEqual([3, 4, 5].map((place) => ({ pk: 'some', sk: `s${place}`, size: place })));
    expect(await all({ pk: 'none', from: 's', to: 't' })).toEqual([]);
  });

  test('have the requested attributes', async () => {
    expect(await all({ pk: 'some', from: 's8', to: 's9', attributes: ['sk', 'size'] })).toEqual([
      { sk: 's8', size: 8 },
    ]);
  });

  test('can be read from an index', async () => {
    const range = { pk: 'now', from: 's', to: 't', index };
    expect(await all(range)).toEqual([{ pk: 'other', sk: 's1', due: 'now' }]);
  });

  test.each([
    ['eventual', false],
    ['strong', true],
  ] as const)('are read with %s consistency where asked for', async (consistency, expected) => {
    const asked: Members[] = [];
    const call = async (_: string, input: unknown) => {
      asked.push(Object(input));
      return asked.length === 1 ? { Items: [], LastEvaluatedKey: { pk: { S: 'a' } } } : { Items: [{ pk: { S: 'b' } }] };
    };
    const range = { pk: 'a', from: 'b', to: 'c', consistency };
    expect(await Array.fromAsync(createSignedReads({ call }, 'T').pages(range))).toEqual([[], [{ pk: 'b' }]]);
    expect(asked).toMatchObject([
      { ConsistentRead: expected },
      { ConsistentRead: expected, ExclusiveStartKey: { pk: { S: 'a' } } },
    ]);
  });
});

describe('getAll', () => {
  test('returns the existing items of any number of keys', async () => {
    const keys = Array.from({ length: 230 }, (_, place) => ({ pk: 'some', sk: `s${place}` }));
    const items = await reads().getAll(keys);
    expect(items.map(({ sk }) => sk).toSorted()).toEqual(Array.from({ length: 9 }, (_, place) => `s${place}`));
    expect(await reads().getAll([])).toEqual([]);
  });

  test('requests unprocessed keys again', async () => {
    const asked: unknown[] = [];
    const call = async (_: string, input: unknown) => {
      const { RequestItems } = Object(input);
      asked.push(RequestItems);
      const [first, ...others] = RequestItems.T.Keys;
      return { Responses: { T: [first] }, UnprocessedKeys: others.length > 0 ? { T: { Keys: others } } : {} };
    };
    const keys = [{ pk: 'a' }, { pk: 'b' }, { pk: 'c' }];
    expect(await createSignedReads({ call }, 'T').getAll(keys)).toEqual(keys);
    expect(asked).toHaveLength(3);
  });
});

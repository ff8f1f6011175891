import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  QueryCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { sharedDynamoDb } from './shared-dynamodb.ts';
import { key, numbered, TestTable } from './test-table.ts';

// What DynamoDB's API reference and developer guide promise and code here relies on, on the engine under test: CI runs
// this file on both.

const dynamodb = sharedDynamoDb();
let table: TestTable;

beforeEach(() => {
  table = new TestTable(dynamodb.url);
});

const one = { ':one': { N: '1' } };
const returned = { ReturnValues: 'ALL_NEW' } as const;

describe('an answer', () => {
  test('has a Date, by which clients correct their clocks', async () => {
    const answer = await fetch(dynamodb.url, { method: 'POST' });
    const date = answer.headers.get('date') ?? '';
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
  });
});

describe('an update', () => {
  beforeEach(() => table.create());

  test('creates the item, and adds to absent numbers as to 0', async () => {
    expect((await table.update('ADD n :one', one, returned)).Attributes).toEqual({ ...key, n: { N: '1' } });
  });

  test('that removes an absent attribute creates the item with its key alone', async () => {
    await table.update('REMOVE nothing');
    expect(await table.get()).toEqual(key);
  });

  test('that removes an absent attribute of an existing item changes nothing', async () => {
    await table.put({ n: { N: '1' } });
    expect((await table.update('REMOVE nothing', undefined, returned)).Attributes).toEqual({ ...key, n: { N: '1' } });
  });

  test('sets an attribute only if it is absent', async () => {
    await table.update('SET s = if_not_exists(s, :a)', { ':a': { SS: ['a'] } });
    const { Attributes } = await table.update('SET s = if_not_exists(s, :a)', { ':a': { SS: ['b'] } }, returned);
    expect(Attributes).toEqual({ ...key, s: { SS: ['a'] } });
  });

  test('of 200 clients at a time counts each once', async () => {
    await Promise.all(Array.from({ length: 200 }, () => table.update('ADD n :one', one)));
    expect(await table.get()).toEqual({ ...key, n: { N: '200' } });
  });
});

describe('a condition', () => {
  beforeEach(() => table.create());
  const old = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  const failed = { name: 'ConditionalCheckFailedException' };

  test('that fails returns the item if it is asked to, and changes nothing', async () => {
    await table.put({ n: { N: '1' } });
    const put = table.put({}, { ConditionExpression: 'attribute_not_exists(pk)', ...old });
    await expect(put).rejects.toMatchObject({ ...failed, Item: { ...key, n: { N: '1' } } });
    expect(await table.get()).toEqual({ ...key, n: { N: '1' } });
  });

  test('that fails returns no item if it is not asked to, or has none', async () => {
    await table.put({ n: { N: '1' } });
    const ConditionExpression = 'attribute_not_exists(pk)';
    await expect(table.put({}, { ConditionExpression })).rejects.toMatchObject({ ...failed, Item: undefined });
    const absent = { Key: numbered('absent'), ConditionExpression: 'attribute_exists(pk)', ...old };
    const update = table.update('ADD n :one', one, absent);
    await expect(update).rejects.toMatchObject({ ...failed, Item: undefined });
  });

  test.each([
    ['n = :one AND s = :text', true],
    ['n < :one', false],
    ['nothing < :one', false],
    ['nothing <> :one', true],
    ['attribute_not_exists(n) OR n >= :one', true],
    ['attribute_exists(nothing)', false],
  ])('%s is %p', async (ConditionExpression, isTrue) => {
    await table.put({ n: { N: '1' }, s: { S: 'text' } });
    const all = Object.entries({ ':one': { N: '1' }, ':text': { S: 'text' } });
    const used = all.filter(([name]) => ConditionExpression.includes(name));
    const values = used.length > 0 ? Object.fromEntries(used) : undefined;
    const update = table.update('REMOVE nothing', values, { ConditionExpression });
    if (isTrue) await update;
    else await expect(update).rejects.toMatchObject(failed);
  });
});

describe('an item', () => {
  beforeEach(() => table.create());

  test('keeps every type of attribute', async () => {
    const bytes = new Uint8Array([0, 255]);
    const item = { b: { B: bytes }, bs: { BS: [bytes] }, no: { BOOL: false }, none: { NULL: true }, empty: { S: '' } };
    const nested = { m: { M: { l: { L: [{ N: '1' }, { M: {} }] } } } };
    await table.put({ ...item, ...nested });
    expect(await table.get()).toEqual({ ...key, ...item, ...nested });
  });

  test('has numbers in their shortest form', async () => {
    await table.put({ a: { N: '1.50' }, b: { N: '1e3' }, c: { N: '-0' }, d: { N: '0001' } });
    expect(await table.get()).toEqual({ ...key, a: { N: '1.5' }, b: { N: '1000' }, c: { N: '0' }, d: { N: '1' } });
  });
});

describe('a query', () => {
  const query = (more: object = {}) =>
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'a' } },
        ...more,
      }),
    );
  const sortKeys = ({ Items = [] }: Awaited<ReturnType<typeof query>>) => Items.map(({ sk }) => sk?.S);

  test('orders by the bytes of UTF-8', async () => {
    await table.create();
    const ordered = ['10', '9', 'B', 'a', 'ä', '\uff5e', '\u{1f600}'];
    for (const sk of ordered.toReversed()) await table.put(numbered(sk));
    expect(sortKeys(await query())).toEqual(ordered);
    expect(sortKeys(await query({ ScanIndexForward: false }))).toEqual(ordered.toReversed());
  });

  test('pages through a range without a gap, also backwards', async () => {
    await table.create();
    for (const sk of ['1', '2', '3', '4', '5']) await table.put(numbered(sk));
    const range = {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': { S: 'a' }, ':from': { S: '2' }, ':to': { S: '5' } },
      Limit: 3,
      ScanIndexForward: false,
    };
    const first = await query(range);
    const second = await query({ ...range, ExclusiveStartKey: first.LastEvaluatedKey });
    expect([sortKeys(first), sortKeys(second)]).toEqual([['5', '4', '3'], ['2']]);
  });

  test('of an index has only items with its keys, and what the index projects', async () => {
    await table.create({
      AttributeDefinitions: ['pk', 'sk', 'due'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byDue',
          KeySchema: [
            { AttributeName: 'due', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    });
    const index = {
      IndexName: 'byDue',
      KeyConditionExpression: 'due = :due',
      ExpressionAttributeValues: { ':due': { S: 'now' } },
    };
    await table.put({ due: { S: 'now' }, other: { S: 'x' } });
    await table.put(numbered('without'));
    expect((await query(index)).Items).toEqual([{ ...key, due: { S: 'now' } }]);
    await table.update('REMOVE due');
    expect((await query(index)).Items).toEqual([]);
    await expect(query({ ...index, ConsistentRead: true })).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('a batch', () => {
  beforeEach(() => table.create());

  test('writes, deletes and reads; absent items are left out', async () => {
    const requests = [{ PutRequest: { Item: key } }, { DeleteRequest: { Key: numbered('absent') } }];
    await table.client.send(new BatchWriteItemCommand({ RequestItems: { [table.name]: requests } }));
    const both = { [table.name]: { Keys: [key, numbered('absent')] } };
    const { Responses, UnprocessedKeys } = await table.client.send(new BatchGetItemCommand({ RequestItems: both }));
    expect([Responses?.[table.name], UnprocessedKeys]).toEqual([[key], {}]);
  });
});

describe('a transaction', () => {
  beforeEach(() => table.create());
  const exists = { ConditionExpression: 'attribute_exists(pk)' };

  test('is refused whole, with the reason of each part and the item if it is asked to', async () => {
    await table.put({ n: { N: '1' } });
    const old = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
    const transaction = table.transact([
      { Put: { Item: numbered('first') } },
      { Put: { Item: key, ConditionExpression: 'attribute_not_exists(pk)', ...old } },
      { ConditionCheck: { Key: numbered('absent'), ...exists } },
    ]);
    await expect(transaction).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { ...key, n: { N: '1' } } },
        { Code: 'ConditionalCheckFailed' },
      ],
    });
    expect(await table.get(numbered('first'))).toBeUndefined();
  });
});

describe('capacity units', () => {
  test('are those of AWS: 1 KB a write, 4 KB a read, half for an eventually consistent one, twice in a transaction', async () => {
    await table.create();
    const counted = { ReturnConsumedCapacity: 'TOTAL' } as const;
    const units = ({ ConsumedCapacity }: { ConsumedCapacity?: { CapacityUnits?: number | undefined } | undefined }) =>
      ConsumedCapacity?.CapacityUnits;
    const get = (ConsistentRead: boolean) =>
      table.client.send(new GetItemCommand({ TableName: table.name, Key: key, ConsistentRead, ...counted }));
    const put = await table.put({ s: { S: 'x'.repeat(3000) } }, counted);
    const update = await table.update('ADD n :one', one, counted);
    expect([units(put), units(update), units(await get(true)), units(await get(false))]).toEqual([3, 3, 1, 0.5]);
  });
});

test('time to live is enabled with its attribute', async () => {
  await table.create();
  const TimeToLiveSpecification = { AttributeName: 'expiresAt', Enabled: true };
  await table.client.send(new UpdateTimeToLiveCommand({ TableName: table.name, TimeToLiveSpecification }));
  const { TimeToLiveDescription } = await table.client.send(new DescribeTimeToLiveCommand({ TableName: table.name }));
  expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' });
});

describe('a stream', () => {
  const images = async () =>
    (await table.read()).records.map(({ eventName, dynamodb: { NewImage, OldImage } = {} }) => ({
      eventName,
      NewImage,
      OldImage,
    }));

  test('has what was written, in order', async () => {
    await table.createWithStream();
    const before = { ...key, n: { N: '1' } };
    await table.put(before);
    await table.update('ADD n :one', one);
    await table.client.send(new DeleteItemCommand({ TableName: table.name, Key: key }));
    expect(await images()).toEqual([
      { eventName: 'INSERT', NewImage: before, OldImage: undefined },
      { eventName: 'MODIFY', NewImage: { ...key, n: { N: '2' } }, OldImage: undefined },
      { eventName: 'REMOVE', NewImage: undefined, OldImage: undefined },
    ]);
  });

  test('has every write of a transaction, and none of a refused one', async () => {
    await table.createWithStream();
    await table.transact([{ Put: { Item: key } }, { Put: { Item: numbered('two') } }]);
    const again = { Put: { Item: key, ConditionExpression: 'attribute_not_exists(pk)' } };
    await expect(table.transact([{ Put: { Item: numbered('three') } }, again])).rejects.toThrow();
    expect((await images()).map(({ NewImage }) => NewImage)).toEqual([key, numbered('two')]);
  });

  test('is read in pages of at most 1,000 records, with growing sequence numbers', async () => {
    await table.createWithStream();
    for (let first = 0; first < 1_025; first += 25) {
      const puts = Array.from({ length: 25 }, (_, item) => ({ PutRequest: { Item: numbered(first + item) } }));
      await table.client.send(new BatchWriteItemCommand({ RequestItems: { [table.name]: puts } }));
    }
    const first = await table.read();
    const second = await table.read(first.next);
    expect([first.records.length, second.records.length]).toEqual([1_000, 25]);
    const numbers = [...first.records, ...second.records].map(({ dynamodb }) => BigInt(dynamodb?.SequenceNumber ?? 0));
    expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(numbers).size).toBe(1_025);
  });

  test('is read from the newest record, or after a sequence number', async () => {
    await table.createWithStream();
    await table.put(numbered(1));
    const latest = await table.iterator('LATEST');
    await table.put(numbered(2));
    await table.put(numbered(3));
    const sortKeys = (page: Awaited<ReturnType<TestTable['read']>>) =>
      page.records.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S);
    expect(sortKeys(await table.read(latest))).toEqual(['2', '3']);
    const [, second] = (await table.read()).records;
    const after = await table.iterator('AFTER_SEQUENCE_NUMBER', second?.dynamodb?.SequenceNumber);
    expect(sortKeys(await table.read(after))).toEqual(['3']);
  });
});

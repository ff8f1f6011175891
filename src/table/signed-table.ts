import type { AwsClient } from '../aws/aws-client.ts';
import { AwsError } from '../aws/retry.ts';
import { AttributeValueError, fromAttributes, toAttributes } from './attribute-value.ts';
import { ConditionFailedError, type Consistency, type Item, type ItemTable, type UpdateRequest } from './item-table.ts';

/**
 * {@link ItemTable} over requests that the gateway signs itself: what the request path calls, at a fraction of the SDK's
 * time (docs/decisions/0011). A write whose answer was lost is made once more, as with the SDK: a put ends the same, but
 * a conditional one may then be refused by its own item, and an `ADD` may count twice unless its condition sees to that.
 */
export const createSignedTable = (dynamoDb: AwsClient, tableName: string): ItemTable => ({
  async get(key, consistency = 'strong') {
    const input = { TableName: tableName, Key: toAttributes(key), ConsistentRead: consistency === 'strong' };
    const { Item } = await dynamoDb.call('GetItem', input);
    return Item === undefined ? undefined : fromAttributes(Item);
  },
  async put(item, condition) {
    const input = {
      TableName: tableName,
      Item: toAttributes(item),
      ...(condition && { ConditionExpression: condition, ...withItem }),
    };
    await failingConditions(dynamoDb.call('PutItem', input));
  },
  async update(request) {
    const input = updateInput(tableName, request);
    const { Attributes } = await failingConditions(dynamoDb.call('UpdateItem', input, request.onRepeat));
    return fromAttributes(Attributes ?? {});
  },
});

const withItem = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };

const updateInput = (tableName: string, request: UpdateRequest) => ({
  TableName: tableName,
  Key: toAttributes(request.key),
  UpdateExpression: request.update,
  ConditionExpression: request.condition,
  ExpressionAttributeNames: request.names,
  ExpressionAttributeValues: toAttributes(request.values),
  ReturnValues: 'ALL_NEW',
  ...withItem,
});

async function failingConditions<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AwsError && error.name === 'ConditionalCheckFailedException')) throw error;
    const { Item } = error.failure.answer ?? {};
    throw new ConditionFailedError(Item === undefined ? undefined : fromAttributes(Item));
  }
}

/** The items that a read takes: those of a partition, by their sort keys, both ends included. */
export type QueryRange = {
  readonly pk: string;
  readonly from: string;
  readonly to: string;
  /** The attributes that are read; all of them unless given. */
  readonly attributes?: readonly string[];
  /** Eventually consistent unless given. */
  readonly consistency?: Consistency;
  /** An index and its partition key; its sort key is the table's. An index knows no strong read. */
  readonly index?: { readonly name: string; readonly partitionKey: string };
};

/** Reads of many items of a table whose keys are `pk` and `sk`. */
export type TableReads = {
  /** The items of a range in order, page by page; a further page is read only when it is asked for. */
  pages(range: QueryRange): AsyncGenerator<readonly Item[]>;
  /** Those of the items that there are, in no order; eventually consistent. */
  getAll(keys: readonly Item[]): Promise<readonly Item[]>;
};

/** What BatchGetItem takes at once. */
const batchSize = 100;

/**
 * {@link TableReads} over requests that the gateway signs itself: reading an item of a hundred attributes takes the SDK many
 * times as long (docs/decisions/0027).
 */
export const createSignedReads = (dynamoDb: Pick<AwsClient, 'call'>, tableName: string): TableReads => ({
  async *pages(range) {
    let start: unknown;
    do {
      const input = { ...queryInput(tableName, range), ExclusiveStartKey: start };
      const page = await dynamoDb.call('Query', input);
      yield itemsOf(page.Items);
      start = page.LastEvaluatedKey;
    } while (start !== undefined);
  },
  async getAll(keys) {
    const batches = Array.from({ length: Math.ceil(keys.length / batchSize) }, (_, index) =>
      keys.slice(index * batchSize, (index + 1) * batchSize),
    );
    return (await Promise.all(batches.map((batch) => getBatch(dynamoDb, tableName, batch)))).flat();
  },
});

function queryInput(tableName: string, { pk, from, to, attributes, consistency, index }: QueryRange) {
  const names = { '#pk': index?.partitionKey ?? 'pk', '#sk': 'sk' };
  const projected = attributes?.map((name, place) => [`#a${place}`, name] as const);
  return {
    TableName: tableName,
    IndexName: index?.name,
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
    ProjectionExpression: projected?.map(([placeholder]) => placeholder).join(', '),
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(projected ?? []) },
    ExpressionAttributeValues: toAttributes({ ':pk': pk, ':from': from, ':to': to }),
    ConsistentRead: consistency === 'strong',
  };
}

/**
 * A batch may be answered in part, because of its size or its capacity; the rest is asked for again. This ends: an answer with
 * none of the items is an exception (DynamoDB API Reference, BatchGetItem), after which the service waits, and gives up.
 */
async function getBatch(dynamoDb: Pick<AwsClient, 'call'>, tableName: string, keys: readonly Item[]): Promise<Item[]> {
  const items: Item[] = [];
  let asked: unknown = { [tableName]: { Keys: keys.map(toAttributes) } };
  while (asked !== undefined) {
    const { Responses, UnprocessedKeys } = await dynamoDb.call('BatchGetItem', { RequestItems: asked });
    items.push(...itemsOf(Object(Responses)[tableName]));
    asked = Object.keys(Object(UnprocessedKeys)).length > 0 ? UnprocessedKeys : undefined;
  }
  return items;
}

function itemsOf(items: unknown): Item[] {
  if (Array.isArray(items)) return items.map(fromAttributes);
  throw new AttributeValueError('Items are a list.');
}

/** The table Usage for those that read much of it: reports, and what computes days. */
export type QueryableTable = ItemTable & TableReads;

export const createQueryableTable = (dynamoDb: AwsClient, tableName: string): QueryableTable => ({
  ...createSignedTable(dynamoDb, tableName),
  ...createSignedReads(dynamoDb, tableName),
});

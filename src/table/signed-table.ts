import type { AwsCallLimits, AwsClient } from '../aws/aws-client.ts';
import { AwsError } from '../aws/retry.ts';
import { AttributeValueError, fromAttributes, toAttributes } from './attribute-value.ts';
import { ConditionFailedError, type Consistency, type Item, type ItemTable, type UpdateRequest } from './item-table.ts';

/**
 * Signs its own requests, in a fraction of the SDK's time (docs/decisions/0011). A write whose answer was lost is
 * repeated, unless `limits` allow one try only: the condition of a put may then fail because of its own item, and an
 * `ADD` may count twice.
 * @param limits default: those of the client
 */
export const createSignedTable = (
  dynamoDb: Pick<AwsClient, 'call'>,
  tableName: string,
  limits?: AwsCallLimits,
): ItemTable => ({
  async get(key, consistency = 'strong') {
    const input = { TableName: tableName, Key: toAttributes(key), ConsistentRead: consistency === 'strong' };
    const { Item } = await dynamoDb.call('GetItem', input, limits);
    return Item === undefined ? undefined : fromAttributes(Item);
  },
  async put(item, condition, values) {
    const input = {
      TableName: tableName,
      Item: toAttributes(item),
      ...(condition && { ConditionExpression: condition, ...withItem }),
      ...(values && { ExpressionAttributeValues: toAttributes(values) }),
    };
    await convertFailedCondition(dynamoDb.call('PutItem', input, limits));
  },
  async update(request) {
    const input = updateInput(tableName, request);
    const { Attributes } = await convertFailedCondition(dynamoDb.call('UpdateItem', input, limits));
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

async function convertFailedCondition<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AwsError && error.name === 'ConditionalCheckFailedException')) throw error;
    const { Item } = error.failure.answer ?? {};
    throw new ConditionFailedError(Item === undefined ? undefined : fromAttributes(Item));
  }
}

/** The items of a partition with sort keys from `from` to `to`, both inclusive. */
export type QueryRange = {
  readonly pk: string;
  readonly from: string;
  readonly to: string;
  readonly attributes?: readonly string[];
  /** Default: `eventual`. */
  readonly consistency?: Consistency;
  readonly descending?: boolean;
  /** The most items per page. Default: 1 MB of items. */
  readonly pageSize?: number;
  /** An index with its own partition key and the table's sort key. Indexes offer no strong reads. */
  readonly index?: { readonly name: string; readonly partitionKey: string };
};

export type TableReads = {
  /** The items of a range in order. Reads the next page only when it is needed. */
  pages(range: QueryRange): AsyncGenerator<readonly Item[]>;
  /** The existing items among `keys`, in any order; eventually consistent. */
  getAll(keys: readonly Item[]): Promise<readonly Item[]>;
};

const batchSize = 100;

/** The SDK takes many times as long to read an item of a hundred attributes (docs/decisions/0027). */
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

function queryInput(tableName: string, range: QueryRange) {
  const { pk, from, to, attributes, consistency, descending, pageSize, index } = range;
  const names = { '#pk': index?.partitionKey ?? 'pk', '#sk': 'sk' };
  const projected = attributes?.map((name, position) => [`#a${position}`, name] as const);
  return {
    TableName: tableName,
    IndexName: index?.name,
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
    ProjectionExpression: projected?.map(([placeholder]) => placeholder).join(', '),
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(projected ?? []) },
    ExpressionAttributeValues: toAttributes({ ':pk': pk, ':from': from, ':to': to }),
    ConsistentRead: consistency === 'strong',
    ScanIndexForward: !descending,
    Limit: pageSize,
  };
}

/** DynamoDB may return a part of a batch. This terminates: if it can return no item, BatchGetItem throws. */
async function getBatch(dynamoDb: Pick<AwsClient, 'call'>, tableName: string, keys: readonly Item[]): Promise<Item[]> {
  const items: Item[] = [];
  let requested: unknown = { [tableName]: { Keys: keys.map(toAttributes) } };
  while (requested !== undefined) {
    const { Responses, UnprocessedKeys } = await dynamoDb.call('BatchGetItem', { RequestItems: requested });
    items.push(...itemsOf(Object(Responses)[tableName]));
    requested = Object.keys(Object(UnprocessedKeys)).length > 0 ? UnprocessedKeys : undefined;
  }
  return items;
}

function itemsOf(items: unknown): Item[] {
  if (Array.isArray(items)) return items.map(fromAttributes);
  throw new AttributeValueError('DynamoDB returned items that are not a list.');
}

/** The items of a whole table that a condition holds for; eventually consistent. Only for jobs, never for a request. */
export const createSignedScan = (dynamoDb: Pick<AwsClient, 'call'>, tableName: string) =>
  async function* scan(filter: { readonly name: string; readonly equals: string }): AsyncGenerator<readonly Item[]> {
    let start: unknown;
    do {
      const page = await dynamoDb.call('Scan', {
        TableName: tableName,
        FilterExpression: '#name = :value',
        ExpressionAttributeNames: { '#name': filter.name },
        ExpressionAttributeValues: toAttributes({ ':value': filter.equals }),
        ExclusiveStartKey: start,
      });
      yield itemsOf(page.Items);
      start = page.LastEvaluatedKey;
    } while (start !== undefined);
  };

export type QueryableTable = ItemTable & TableReads;

export const createQueryableTable = (dynamoDb: AwsClient, tableName: string): QueryableTable => ({
  ...createSignedTable(dynamoDb, tableName),
  ...createSignedReads(dynamoDb, tableName),
});

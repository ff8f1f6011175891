import { ConditionalCheckFailedException, type ReturnValue } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ConditionFailedError } from './condition-failed-error.ts';

/** Names and values of one item. */
export type Item = Readonly<Record<string, unknown>>;

/** An `eventual` read may miss the writes of the last second, and costs half as much as a `strong` one. */
export type Consistency = 'strong' | 'eventual';

/** One conditional update, in DynamoDB's expression language. */
export type UpdateRequest = {
  readonly key: Item;
  readonly update: string;
  readonly condition?: string;
  /** Of attributes whose names are no names in DynamoDB's expressions, or not always the same. */
  readonly names?: Readonly<Record<string, string>>;
  readonly values: Item;
  /** Told before each further try of the signed table: what was tried before may yet be carried out, after it or later. */
  readonly onRepeat?: () => void;
};

/** A part of a partition, by its sort keys. */
export type KeyRange = {
  readonly pk: string;
  /** The lowest sort key of the range, itself included. */
  readonly from: string;
  /** The highest one, itself included; not below `from`, or DynamoDB refuses the query. */
  readonly to: string;
  /** Falling sort keys instead of rising ones. */
  readonly descending?: boolean;
  /** The most items fetched at once, so that who stops early has not read much more; otherwise what 1 MB holds. */
  readonly pageSize?: number;
};

/**
 * The calls on single items of one DynamoDB table: all that the request path makes. Every error but a failed condition
 * is the client's own, with the name that DynamoDB gives it.
 */
export type ItemTable = {
  /** The item, or undefined: by one strongly consistent read unless told otherwise. */
  get(key: Item, consistency?: Consistency): Promise<Item | undefined>;
  /** @throws {ConditionFailedError} with the item as it stands, when `condition` does not hold */
  put(item: Item, condition?: string): Promise<void>;
  /**
   * The whole item after the update.
   * @throws {ConditionFailedError} with the item as it stands, when the condition does not hold
   */
  update(request: UpdateRequest): Promise<Item>;
};

/** One DynamoDB table, through the calls the gateway makes. */
export type Table = ItemTable & {
  /** Every item of a partition, or those whose sort key begins with `prefix`, in order, page by page. */
  query(pk: string, prefix?: string): AsyncGenerator<Item>;
  /** The items of a range, in order, page by page; a further page is read only when it is asked for. */
  queryRange(range: KeyRange): AsyncGenerator<Item>;
};

/** {@link Table} over the AWS SDK. */
export function createTable(client: DynamoDBDocumentClient, tableName: string): Table {
  return {
    async get(key, consistency = 'strong') {
      const input = { TableName: tableName, Key: key, ConsistentRead: consistency === 'strong' };
      const { Item } = await client.send(new GetCommand(input));
      return Item;
    },
    async put(item, condition) {
      const command = new PutCommand({
        TableName: tableName,
        Item: item,
        ...(condition && { ConditionExpression: condition, ...withItem }),
      });
      await failingConditions(client.send(command));
    },
    async update(request) {
      const command = new UpdateCommand(updateInput(tableName, request));
      const { Attributes } = await failingConditions(client.send(command));
      return Attributes ?? {};
    },
    query: (pk, prefix) => queryAll(client, { TableName: tableName, ...prefixQuery(pk, prefix) }),
    queryRange: (range) => queryAll(client, { TableName: tableName, ...rangeQuery(range) }),
  };
}

const returned: ReturnValue = 'ALL_NEW';
const withItem = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const updateInput = (tableName: string, request: UpdateRequest) => ({
  TableName: tableName,
  Key: request.key,
  UpdateExpression: request.update,
  ...(request.condition && { ConditionExpression: request.condition }),
  ...(request.names && { ExpressionAttributeNames: request.names }),
  ExpressionAttributeValues: request.values,
  ReturnValues: returned,
  ...withItem,
});

async function failingConditions<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The document client does not unmarshall the item of a failed condition.
    throw new ConditionFailedError(error.Item && unmarshall(error.Item));
  }
}

const prefixQuery = (pk: string, prefix = '') => ({
  KeyConditionExpression: prefix ? '#pk = :pk AND begins_with(#sk, :prefix)' : '#pk = :pk',
  ExpressionAttributeNames: { '#pk': 'pk', ...(prefix && { '#sk': 'sk' }) },
  ExpressionAttributeValues: { ':pk': pk, ...(prefix && { ':prefix': prefix }) },
});

const rangeQuery = ({ pk, from, to, descending = false, pageSize }: KeyRange) => ({
  KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
  ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
  ScanIndexForward: !descending,
  Limit: pageSize,
});

async function* queryAll(client: DynamoDBDocumentClient, input: QueryCommandInput) {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new QueryCommand({ ...input, ConsistentRead: true, ExclusiveStartKey: start }));
    yield* page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}

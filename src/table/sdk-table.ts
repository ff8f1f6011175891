import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  type ReturnValue,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ConditionFailedError, type KeyRange, type Table, type UpdateRequest } from './item-table.ts';

/** A call to AWS is given up after 2 s, and tried three times in all: a request must still have time for its answer. */
export const sdkTimeLimits = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
};

/**
 * The client for a function's or a command's life, over kept-alive connections, within {@link sdkTimeLimits}. Values that
 * are undefined are not written.
 */
export function connectDynamoDb(options: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({ ...sdkTimeLimits, ...options });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** {@link Table} over the AWS SDK. */
export function createSdkTable(client: DynamoDBDocumentClient, tableName: string): Table {
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

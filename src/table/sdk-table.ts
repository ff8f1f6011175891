import { ConditionalCheckFailedException, DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ConditionFailedError, type KeyRange, type Table, type UpdateRequest } from './item-table.ts';

/** A failed call must leave the caller enough time to answer its client: at most three tries of 2 s each. */
export const sdkTimeLimits = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
};

/** Omits undefined values from writes. */
export function connectDynamoDb(options: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({ ...sdkTimeLimits, ...options });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

export function createSdkTable(client: DynamoDBDocumentClient, tableName: string): Table {
  return {
    async get(key, consistency = 'strong') {
      const input = { TableName: tableName, Key: key, ConsistentRead: consistency === 'strong' };
      const { Item } = await client.send(new GetCommand(input));
      return Item;
    },
    async put(item, condition, values) {
      const command = new PutCommand({
        TableName: tableName,
        Item: item,
        ...(condition && { ConditionExpression: condition, ...withItem }),
        ...(values && { ExpressionAttributeValues: values }),
      });
      await convertFailedCondition(client.send(command));
    },
    async update(request) {
      const command = new UpdateCommand(updateInput(tableName, request));
      const { Attributes } = await convertFailedCondition(client.send(command));
      return Attributes ?? {};
    },
    async delete(key, condition) {
      const command = new DeleteCommand({
        TableName: tableName,
        Key: key,
        ...(condition && { ConditionExpression: condition, ...withItem }),
      });
      await convertFailedCondition(client.send(command));
    },
    query: (pk, prefix) => queryAll(client, { TableName: tableName, ...prefixQuery(pk, prefix) }),
    queryRange: (range) => queryAll(client, { TableName: tableName, ...rangeQuery(range) }),
  };
}

const withItem = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const updateInput = (tableName: string, request: UpdateRequest) => ({
  TableName: tableName,
  Key: request.key,
  UpdateExpression: request.update,
  ...(request.condition && { ConditionExpression: request.condition }),
  ...(request.names && { ExpressionAttributeNames: request.names }),
  ExpressionAttributeValues: request.values,
  ReturnValues: 'ALL_NEW' as const,
  ...withItem,
});

async function convertFailedCondition<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The document client does not unmarshall the item in this error.
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

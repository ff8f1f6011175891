import { AwsError } from '../aws/errors.ts';
import type { Service } from '../aws/service.ts';
import { fromAttributes, toAttributes } from './attribute-value.ts';
import { ConditionFailedError } from './condition-failed-error.ts';
import type { ItemTable, UpdateRequest } from './table.ts';

/**
 * {@link ItemTable} over requests that the gateway signs itself: what the request path calls, at a fraction of the SDK's
 * time (docs/decisions/0011). A write whose answer was lost is made once more, as with the SDK: a put ends the same, but
 * a conditional one may then be refused by its own item, and an `ADD` may count twice unless its condition sees to that.
 */
export const createSignedTable = (dynamoDb: Service, tableName: string): ItemTable => ({
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

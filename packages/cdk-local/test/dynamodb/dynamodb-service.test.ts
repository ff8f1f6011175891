import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTables } from '../../dynamodb/tables.ts';
import { type Denial, type Gate, startGate } from '../../gate.ts';
import { attribute, clientOptions, denial, denied, noServices, role, send, signed } from '../iam/test-gate.ts';
import { templateWith, testLocation } from '../template/template-file.ts';
import { sharedDynamoDb } from './shared-dynamodb.ts';

const arn = (name: string) => `arn:aws:dynamodb:${testLocation.region}:${testLocation.accountId}:table/${name}`;

const table = (more: object = {}) => ({
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    ...more,
  },
});

const tableArn = (logicalId: string) => attribute(logicalId, 'Arn');

const template = templateWith({
  Items: table(),
  Others: table(),
  Nobody: role(),
  Writer: role(['Allow', ['dynamodb:PutItem', 'dynamodb:UpdateItem'], tableArn('Items')]),
  WriterFunction: { Type: 'AWS::Lambda::Function', Properties: { Role: attribute('Writer', 'Arn') } },
  Reader: role(['Allow', ['dynamodb:GetItem', 'dynamodb:Batch*'], tableArn('Items')]),
  Denied: role(['Allow', 'dynamodb:*', '*'], ['Deny', 'dynamodb:DeleteItem', tableArn('Items')]),
  Admin: role(['Allow', '*', '*']),
});

const dynamodb = sharedDynamoDb();
let gate: Gate;
const denials: Denial[] = [];

beforeAll(async () => {
  await createTables(template, dynamodb);
  const onDenied = (denial: Denial) => void denials.push(denial);
  gate = await startGate({ template, ...noServices, dynamodbUrl: dynamodb.url, onDenied });
});

afterAll(async () => {
  await gate.stop();
});

beforeEach(() => {
  denials.length = 0;
});

const as = (logicalId: string) => new DynamoDBClient(clientOptions(gate, logicalId));
const item = { pk: { S: 'a' } };

describe('requests on a table', () => {
  test('pass with the action on the table granted', async () => {
    await as('Writer').send(new PutItemCommand({ TableName: 'Items', Item: item }));
    const { Item } = await as('Reader').send(new GetItemCommand({ TableName: 'Items', Key: item }));
    expect(Item).toEqual(item);
    expect(denials).toEqual([]);
  });

  test('are denied without the action', async () => {
    const get = as('Writer').send(new GetItemCommand({ TableName: 'Items', Key: item }));
    await expect(get).rejects.toMatchObject(denied('Writer/WriterFunction', 'dynamodb:GetItem', arn('Items')));
  });

  test('are denied on another table', async () => {
    const put = as('Writer').send(new PutItemCommand({ TableName: 'Others', Item: item }));
    await expect(put).rejects.toMatchObject(denied('Writer/WriterFunction', 'dynamodb:PutItem', arn('Others')));
  });

  test('that are denied change nothing, and are reported', async () => {
    const key = { pk: { S: 'denied' } };
    await expect(as('Nobody').send(new PutItemCommand({ TableName: 'Items', Item: key }))).rejects.toThrow();
    expect((await as('Admin').send(new GetItemCommand({ TableName: 'Items', Key: key }))).Item).toBeUndefined();
    expect(denials).toEqual([
      { code: 'access_denied', message: denial('Nobody/local', 'dynamodb:PutItem', arn('Items')) },
    ]);
  });

  test('that are denied get the bytes of AWS', async () => {
    const authorization = signed(gate, 'Nobody', 'dynamodb');
    const answer = await send(gate, {
      target: 'DynamoDB_20120810.PutItem',
      authorization,
      body: '{"TableName":"Items"}',
    });
    const Message = denial('Nobody/local', 'dynamodb:PutItem', arn('Items'));
    const body = JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message });
    expect(answer).toEqual({ status: 400, body });
  });

  test('a deny beats an allow, and says so', async () => {
    await as('Denied').send(new DeleteItemCommand({ TableName: 'Others', Key: item }));
    const send = as('Denied').send(new DeleteItemCommand({ TableName: 'Items', Key: item }));
    await expect(send).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(
        /dynamodb:DeleteItem on resource: \S+ with an explicit deny in an identity-based policy$/,
      ),
    });
  });
});

describe('transactions', () => {
  const put = (TableName: string) => ({ Put: { TableName, Item: item } });

  test('pass with the action behind each part granted', async () => {
    const Key = { pk: { S: 'b' } };
    const update = {
      Update: {
        TableName: 'Items',
        Key,
        UpdateExpression: 'SET x = :x',
        ExpressionAttributeValues: { ':x': { N: '1' } },
      },
    };
    await as('Writer').send(new TransactWriteItemsCommand({ TransactItems: [put('Items'), update] }));
  });

  test('are denied whole without the action behind a part', async () => {
    const first = { Put: { TableName: 'Items', Item: { pk: { S: 'before the other' } } } };
    const send = as('Writer').send(new TransactWriteItemsCommand({ TransactItems: [first, put('Others')] }));
    await expect(send).rejects.toMatchObject(denied('Writer/WriterFunction', 'dynamodb:PutItem', arn('Others')));
    const left = await as('Admin').send(new GetItemCommand({ TableName: 'Items', Key: first.Put.Item }));
    expect(left.Item).toBeUndefined();
  });
});

import {
  BatchGetItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
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
  Indexed: table({
    GlobalSecondaryIndexes: [
      {
        IndexName: 'all',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  }),
  Nobody: role(),
  Writer: role(['Allow', ['dynamodb:PutItem', 'dynamodb:UpdateItem'], tableArn('Items')]),
  WriterFunction: { Type: 'AWS::Lambda::Function', Properties: { Role: attribute('Writer', 'Arn') } },
  Reader: role(['Allow', ['dynamodb:GetItem', 'dynamodb:Batch*'], tableArn('Items')]),
  TableQuerier: role(['Allow', 'dynamodb:Query', tableArn('Indexed')]),
  IndexQuerier: role(['Allow', 'dynamodb:Query', { 'Fn::Sub': `\${Indexed.Arn}/index/*` }]),
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

  test('pass by the ARN of the table too', async () => {
    await as('Writer').send(new PutItemCommand({ TableName: arn('Items'), Item: item }));
    const put = { Put: { TableName: arn('Items'), Item: { pk: { S: 'by ARN' } } } };
    await as('Writer').send(new TransactWriteItemsCommand({ TransactItems: [put] }));
    const { Item } = await as('Admin').send(new GetItemCommand({ TableName: 'Items', Key: put.Put.Item }));
    expect(Item).toEqual(put.Put.Item);
  });

  test('of a batch by ARN are refused, because the answer would have to show the ARN', async () => {
    const batch = new BatchGetItemCommand({ RequestItems: { [arn('Items')]: { Keys: [item] } } });
    await expect(as('Reader').send(batch)).rejects.toThrow(/takes batches by the name of the table/);
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

  test('a batch needs its action on every one of its tables', async () => {
    const keys = { Keys: [item] };
    await as('Reader').send(new BatchGetItemCommand({ RequestItems: { Items: keys } }));
    const both = as('Reader').send(new BatchGetItemCommand({ RequestItems: { Items: keys, Others: keys } }));
    await expect(both).rejects.toMatchObject(denied('Reader/local', 'dynamodb:BatchGetItem', arn('Others')));
  });

  test('an index is a resource of its own', async () => {
    const query = {
      TableName: 'Indexed',
      KeyConditionExpression: 'pk = :a',
      ExpressionAttributeValues: { ':a': { S: 'a' } },
    };
    const [onTable, onIndex] = [new QueryCommand(query), new QueryCommand({ ...query, IndexName: 'all' })];
    await as('TableQuerier').send(onTable);
    await as('IndexQuerier').send(onIndex);
    await expect(as('TableQuerier').send(onIndex)).rejects.toMatchObject(
      denied('TableQuerier/local', 'dynamodb:Query', `${arn('Indexed')}/index/all`),
    );
    await expect(as('IndexQuerier').send(onTable)).rejects.toMatchObject(
      denied('IndexQuerier/local', 'dynamodb:Query', arn('Indexed')),
    );
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
    await as('Reader').send(new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName: 'Items', Key } }] }));
  });

  test.each([
    ['PutItem', put('Others'), 'Others'],
    ['DeleteItem', { Delete: { TableName: 'Items', Key: { pk: { S: 'b' } } } }, 'Items'],
    [
      'ConditionCheckItem',
      { ConditionCheck: { TableName: 'Items', Key: { pk: { S: 'b' } }, ConditionExpression: 'attribute_exists(pk)' } },
      'Items',
    ],
  ])('are denied whole without dynamodb:%s', async (action, part, tableName) => {
    const first = { Put: { TableName: 'Items', Item: { pk: { S: `before ${action}` } } } };
    const send = as('Writer').send(new TransactWriteItemsCommand({ TransactItems: [first, part] }));
    await expect(send).rejects.toMatchObject(denied('Writer/WriterFunction', `dynamodb:${action}`, arn(tableName)));
    const left = await as('Admin').send(new GetItemCommand({ TableName: 'Items', Key: first.Put.Item }));
    expect(left.Item).toBeUndefined();
  });

  test('that read need dynamodb:GetItem', async () => {
    const Get = { TableName: 'Items', Key: item };
    const send = as('Writer').send(new TransactGetItemsCommand({ TransactItems: [{ Get }] }));
    await expect(send).rejects.toMatchObject(denied('Writer/WriterFunction', 'dynamodb:GetItem', arn('Items')));
  });
});

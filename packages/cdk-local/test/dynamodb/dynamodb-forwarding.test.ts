import { DescribeTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTables } from '../../dynamodb/tables.ts';
import { type Gate, startGate } from '../../gate.ts';
import { attribute, clientOptions, denied, noServices, role } from '../iam/test-gate.ts';
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
  Plain: table(),
  Records: table({ StreamSpecification: { StreamViewType: 'NEW_IMAGE' } }),
  Nobody: role(),
  StreamReader: role(
    [
      'Allow',
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      attribute('Records', 'StreamArn'),
    ],
    ['Allow', 'dynamodb:ListStreams', { 'Fn::Sub': `\${Records.Arn}/stream/*` }],
    ['Allow', 'dynamodb:PutItem', tableArn('Records')],
  ),
  Admin: role(['Allow', '*', '*']),
});

const dynamodb = sharedDynamoDb();
let gate: Gate;

beforeAll(async () => {
  await createTables(template, dynamodb);
  gate = await startGate({ template, ...noServices, dynamodbUrl: dynamodb.url });
});

afterAll(async () => {
  await gate.stop();
});

const item = { pk: { S: 'a' } };

describe('streams', () => {
  const streamArn = `${arn('Records')}/stream/local`;
  const as = (logicalId: string) => new DynamoDBStreamsClient(clientOptions(gate, logicalId));

  test('are read under the ARN that the template gives them', async () => {
    const writer = new DynamoDBClient(clientOptions(gate, 'StreamReader'));
    await writer.send(new PutItemCommand({ TableName: 'Records', Item: item }));
    const client = as('StreamReader');
    const { Streams } = await client.send(new ListStreamsCommand({ TableName: 'Records' }));
    expect(Streams).toEqual([expect.objectContaining({ StreamArn: streamArn, TableName: 'Records' })]);
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    expect(StreamDescription).toMatchObject({ StreamArn: streamArn, StreamViewType: 'NEW_IMAGE' });
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: StreamDescription?.Shards?.[0]?.ShardId,
        ShardIteratorType: 'TRIM_HORIZON',
      }),
    );
    const { Records, NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
    expect(Records?.map(({ dynamodb: change }) => change?.NewImage)).toEqual([item]);
    expect((await client.send(new GetRecordsCommand({ ShardIterator: NextShardIterator }))).Records).toEqual([]);
    const stolen = as('Nobody').send(new GetRecordsCommand({ ShardIterator }));
    await expect(stolen).rejects.toMatchObject(denied('Nobody/local', 'dynamodb:GetRecords', streamArn));
  });

  test('the stream of a table without one is not found', async () => {
    const send = as('Admin').send(new DescribeStreamCommand({ StreamArn: `${arn('Plain')}/stream/local` }));
    await expect(send).rejects.toThrow(/Plain has no stream/);
  });

  test('DescribeTable shows the ARNs of the template', async () => {
    const client = new DynamoDBClient(clientOptions(gate, 'Admin'));
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'Records' }));
    expect(Table).toMatchObject({ TableArn: arn('Records'), LatestStreamArn: streamArn });
  });
});

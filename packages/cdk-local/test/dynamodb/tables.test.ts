import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createTables } from '../../dynamodb/tables.ts';
import { templateWith } from '../template/template-file.ts';
import { sharedDynamoDb } from './shared-dynamodb.ts';

const server = sharedDynamoDb();
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = new DynamoDBClient({ endpoint: server.url, region: 'local', credentials });

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' });
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' });

const simple = (TableName: string, more: object = {}) => ({
  Table: {
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: {
      TableName,
      AttributeDefinitions: [text('pk')],
      KeySchema: [hash('pk')],
      BillingMode: 'PAY_PER_REQUEST',
      ...more,
    },
  },
});

const create = (resources: object) => createTables(templateWith(resources), server);
const describeTable = async (TableName: string) => (await client.send(new DescribeTableCommand({ TableName }))).Table;

describe('createTables', () => {
  test('makes a table with the keys, indexes, billing, stream and time to live of the template', async () => {
    await create(
      simple('full', {
        AttributeDefinitions: [text('pk'), text('sk'), text('other')],
        KeySchema: [hash('pk'), range('sk')],
        GlobalSecondaryIndexes: [
          { IndexName: 'byOther', KeySchema: [hash('other')], Projection: { ProjectionType: 'KEYS_ONLY' } },
        ],
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
        Replicas: [{ Region: 'eu-central-1', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
        SSESpecification: { SSEEnabled: true },
      }),
    );
    expect(await describeTable('full')).toMatchObject({
      KeySchema: [hash('pk'), range('sk')],
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      GlobalSecondaryIndexes: [{ IndexName: 'byOther', KeySchema: [hash('other')] }],
    });
    expect((await client.send(new DescribeTimeToLiveCommand({ TableName: 'full' }))).TimeToLiveDescription).toEqual({
      TimeToLiveStatus: 'ENABLED',
      AttributeName: 'expiresAt',
    });
  });

  test('makes a global table whose capacity is provisioned by scaling policies, on demand', async () => {
    const scaling = {
      MinCapacity: 25,
      MaxCapacity: 40_000,
      SeedCapacity: 25,
      TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 },
    };
    const provisioned = { ReadProvisionedThroughputSettings: { ReadCapacityAutoScalingSettings: scaling } };
    await create(
      simple('provisioned', {
        BillingMode: 'PROVISIONED',
        WriteProvisionedThroughputSettings: { WriteCapacityAutoScalingSettings: scaling },
        Replicas: [{ Region: 'eu-central-1', ...provisioned }],
      }),
    );
    expect(await describeTable('provisioned')).toMatchObject({
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    });
  });

  test('keeps a stored table of the same shape with its items', async () => {
    const resources = simple('kept', {
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
    await create(resources);
    await client.send(new PutItemCommand({ TableName: 'kept', Item: { pk: { S: 'a' } } }));
    await create(resources);
    const found = await client.send(new GetItemCommand({ TableName: 'kept', Key: { pk: { S: 'a' } } }));
    expect(found.Item).toEqual({ pk: { S: 'a' } });
  });

  test.each([
    ['keys', { AttributeDefinitions: [text('key')], KeySchema: [hash('key')] }],
    ['attributes', { AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'N' }] }],
    ['stream', { StreamSpecification: { StreamViewType: 'NEW_IMAGE' } }],
    [
      'global indexes',
      { GlobalSecondaryIndexes: [{ IndexName: 'i', KeySchema: [hash('pk')], Projection: { ProjectionType: 'ALL' } }] },
    ],
  ])('refuses a table that is there with other %s', async (what, difference) => {
    await create(simple('differs'));
    const message = expect.stringMatching(new RegExp(`differs.* in its ${what}`));
    await expect(create(simple('differs', difference))).rejects.toMatchObject({ code: 'table_differs', message });
  });

  test('refuses an unknown property before any table is made', async () => {
    const known = { Known: simple('never-made').Table };
    const failing = create({ ...known, ...simple('odd', { KinesisStreamSpecification: {} }) });
    const message = expect.stringMatching(/Table: KinesisStreamSpecification/);
    await expect(failing).rejects.toMatchObject({ code: 'unsupported_resource', message });
    expect((await client.send(new ListTablesCommand())).TableNames).not.toContain('never-made');
  });
});

import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';

export type Key = Record<'pk' | 'sk', AttributeValue>;

/** The only item of most tests. */
export const key: Key = { pk: { S: 'a' }, sk: { S: 'b' } };

export const numbered = (sk: number | string): Key => ({ pk: { S: 'a' }, sk: { S: String(sk) } });

const clientOptions = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
});

const keySchema = [
  { AttributeName: 'pk', KeyType: 'HASH' as const },
  { AttributeName: 'sk', KeyType: 'RANGE' as const },
];

type TransactionItem = Readonly<Record<string, object>>;

/** A new table with string keys `pk` and `sk`, and short ways to use it. */
export class TestTable {
  readonly name = `test-${randomUUID()}`;
  readonly client: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  streamArn = '';

  constructor(url: string) {
    this.client = new DynamoDBClient(clientOptions(url));
    this.streams = new DynamoDBStreamsClient(clientOptions(url));
  }

  async create(more: Partial<CreateTableCommandInput> = {}) {
    const { TableDescription } = await this.client.send(
      new CreateTableCommand({
        TableName: this.name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: keySchema.map(({ AttributeName }) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: keySchema,
        ...more,
      }),
    );
    this.streamArn = TableDescription?.LatestStreamArn ?? '';
    return TableDescription;
  }

  createWithStream() {
    return this.create({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } });
  }

  put(item: Record<string, AttributeValue>, more: object = {}) {
    return this.client.send(new PutItemCommand({ TableName: this.name, Item: { ...key, ...item }, ...more }));
  }

  update(
    UpdateExpression: string,
    values?: Record<string, AttributeValue>,
    more: Partial<UpdateItemCommandInput> = {},
  ) {
    const input = { TableName: this.name, Key: key, UpdateExpression, ExpressionAttributeValues: values, ...more };
    return this.client.send(new UpdateItemCommand(input));
  }

  async get(Key: Key = key) {
    return (await this.client.send(new GetItemCommand({ TableName: this.name, Key, ConsistentRead: true }))).Item;
  }

  transact(items: readonly TransactionItem[]) {
    const TransactItems = items.map((item) =>
      Object.fromEntries(Object.entries(item).map(([part, input]) => [part, { TableName: this.name, ...input }])),
    );
    return this.client.send(new TransactWriteItemsCommand({ TransactItems }));
  }

  async shardId(): Promise<string> {
    const { StreamDescription } = await this.streams.send(new DescribeStreamCommand({ StreamArn: this.streamArn }));
    return StreamDescription?.Shards?.[0]?.ShardId ?? '';
  }

  async iterator(ShardIteratorType: 'TRIM_HORIZON' | 'LATEST' | 'AFTER_SEQUENCE_NUMBER', SequenceNumber?: string) {
    const place = { StreamArn: this.streamArn, ShardId: await this.shardId() };
    const { ShardIterator } = await this.streams.send(
      new GetShardIteratorCommand({ ...place, ShardIteratorType, SequenceNumber }),
    );
    return ShardIterator;
  }

  /** One page of the stream, by default from its beginning. */
  async read(ShardIterator?: string) {
    const from = ShardIterator ?? (await this.iterator('TRIM_HORIZON'));
    const { Records = [], NextShardIterator } = await this.streams.send(new GetRecordsCommand({ ShardIterator: from }));
    return { records: Records, next: NextShardIterator };
  }
}

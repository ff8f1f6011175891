import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { uncheckedSignature } from '../iam/unchecked-signature.ts';
import { type StreamRecord, toStreamRecord } from './stream-record.ts';

export type Shard = { readonly id: string; readonly parentId: string | undefined };

/** Where reading starts: after a sequence number, or at the oldest record. */
export type StreamPosition = { readonly after: string } | 'TRIM_HORIZON';

/** Some records of a shard, and the next iterator; undefined if the shard has ended. */
export type RecordPage = { readonly records: readonly StreamRecord[]; readonly next: string | undefined };

/** A DynamoDB stream. */
export type RecordStream = {
  /** Tries every call that a mapping needs; AWS refuses to create a mapping without these permissions. */
  readonly verify: () => Promise<void>;
  readonly shards: () => Promise<Shard[]>;
  /** Returns an iterator. */
  readonly open: (shardId: string, position: StreamPosition) => Promise<string>;
  /** At most 1,000 records or 1 MB. */
  readonly read: (iterator: string) => Promise<RecordPage>;
  readonly close: () => void;
};

export type RecordStreamOptions = {
  readonly streamArn: string;
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

/** Reads a stream with the SDK. */
export function createRecordStream({ streamArn, endpoint, credentials }: RecordStreamOptions): RecordStream {
  const region = streamArn.split(':')[3] ?? '';
  // It polls ten times a second.
  const signer = uncheckedSignature({ accessKeyId: credentials.accessKeyId, region, service: 'dynamodb' });
  const client = new DynamoDBStreamsClient({ endpoint, region, credentials, signer });
  const open = async (ShardId: string, position: StreamPosition): Promise<string> => {
    const place = { StreamArn: streamArn, ShardId, ...iteratorAt(position) };
    const { ShardIterator = '' } = await client.send(new GetShardIteratorCommand(place));
    return ShardIterator;
  };
  return {
    verify: async () => {
      await client.send(new ListStreamsCommand({ TableName: streamArn.split('/')[1] }));
      for (const { id } of (await describe(client, streamArn)).slice(0, 1)) {
        await client.send(new GetRecordsCommand({ ShardIterator: await open(id, 'TRIM_HORIZON'), Limit: 1 }));
      }
    },
    shards: () => describe(client, streamArn),
    open,
    read: async (ShardIterator) => {
      const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
      return { records: Records.map((record) => toStreamRecord(record, streamArn)), next: NextShardIterator };
    },
    close: () => client.destroy(),
  };
}

async function describe(client: DynamoDBStreamsClient, StreamArn: string): Promise<Shard[]> {
  const { StreamDescription: { Shards = [], LastEvaluatedShardId } = {} } = await client.send(
    new DescribeStreamCommand({ StreamArn }),
  );
  // A page has 100 shards. The local programs have a few of a day.
  if (LastEvaluatedShardId !== undefined) throw new Error(`${StreamArn} has more shards than are read locally`);
  return Shards.map(({ ShardId = '', ParentShardId }) => ({ id: ShardId, parentId: ParentShardId }));
}

const iteratorAt = (position: StreamPosition) =>
  typeof position === 'string'
    ? { ShardIteratorType: position }
    : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: position.after };

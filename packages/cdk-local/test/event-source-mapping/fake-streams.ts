import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { streamArn } from './test-streams.ts';

type FakeShard = {
  readonly id: string;
  readonly parentId: string | undefined;
  records: { readonly partition: string; readonly sequenceNumber: string }[];
  ended: boolean;
  /** Whether DescribeStream tells of it yet. */
  listed: boolean;
};

const describing = v.object({ ExclusiveStartShardId: v.optional(v.string()) });
const placing = v.object({
  ShardId: v.string(),
  ShardIteratorType: v.picklist(['TRIM_HORIZON', 'LATEST', 'AFTER_SEQUENCE_NUMBER']),
  SequenceNumber: v.optional(v.string()),
});
const reading = v.object({ ShardIterator: v.string() });

/** An error of the service, by its name. */
class FakeError extends Error {}

/** Shards and records to a page, so few that there are many pages. */
const page = { shards: 2, records: 3 };

/**
 * A fake of the API of DynamoDB Streams (API version 2012-08-10) over HTTP, with shards that split, are listed late and
 * are trimmed, and iterators that expire: DynamoDB Local's only shard does none of that.
 */
export class FakeStreams {
  readonly #shards: FakeShard[] = [];
  readonly #server = createServer(async (request, response) => {
    const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
    const [status, answer] = this.#answer(operation, await json(request));
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
  });
  /** Iterators hold the number of this age; older ones have expired. */
  #age = 0;
  #sequence = 0;

  /** Gives the URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  open(id: string, parentId?: string, { listed = true } = {}): void {
    this.#shards.push({ id, parentId, records: [], ended: false, listed });
  }

  list(id: string): void {
    this.#shard(id).listed = true;
  }

  /** Gives the sequence number, higher than all before. */
  write(id: string, partition: string): string {
    this.#sequence += 1;
    const sequenceNumber = String(10n ** 20n + BigInt(this.#sequence));
    this.#shard(id).records.push({ partition, sequenceNumber });
    return sequenceNumber;
  }

  end(id: string): void {
    this.#shard(id).ended = true;
  }

  expireIterators(): void {
    this.#age += 1;
  }

  /** The stream forgets the oldest records of a shard. */
  trim(id: string, count: number): void {
    const shard = this.#shard(id);
    shard.records = shard.records.slice(count);
  }

  #shard(id: string): FakeShard {
    const shard = this.#shards.find((one) => one.id === id);
    if (!shard) throw new FakeError('ResourceNotFoundException');
    return shard;
  }

  #answer(operation: string, input: unknown): [number, unknown] {
    try {
      if (operation === 'ListStreams') return [200, { Streams: [{ StreamArn: streamArn }] }];
      if (operation === 'DescribeStream') return [200, this.#describe(v.parse(describing, input))];
      if (operation === 'GetShardIterator') return [200, this.#place(v.parse(placing, input))];
      return [200, this.#read(v.parse(reading, input).ShardIterator)];
    } catch (error) {
      if (!(error instanceof FakeError)) throw error;
      const type = `com.amazonaws.dynamodb.v20120810#${error.message}`;
      return [400, { __type: type, message: 'as a fake' }];
    }
  }

  #describe({ ExclusiveStartShardId: after }: v.InferOutput<typeof describing>) {
    const listed = this.#shards.filter((shard) => shard.listed);
    const from = listed.findIndex(({ id }) => id === after) + 1;
    const shards = listed.slice(from, from + page.shards);
    return {
      StreamDescription: {
        StreamArn: streamArn,
        Shards: shards.map(({ id, parentId }) => ({ ShardId: id, ParentShardId: parentId })),
        ...(from + page.shards < listed.length && { LastEvaluatedShardId: shards.at(-1)?.id }),
      },
    };
  }

  /** An iterator: its age, its shard, and the sequence number before it. */
  #place({ ShardId, ShardIteratorType, SequenceNumber }: v.InferOutput<typeof placing>) {
    const { records } = this.#shard(ShardId);
    const oldest = records[0]?.sequenceNumber;
    if (SequenceNumber && oldest && SequenceNumber < oldest && this.#isTrimmed(ShardId, SequenceNumber)) {
      throw new FakeError('TrimmedDataAccessException');
    }
    const after = ShardIteratorType === 'LATEST' ? records.at(-1)?.sequenceNumber : SequenceNumber;
    return { ShardIterator: `${this.#age}|${ShardId}|${after ?? ''}` };
  }

  /** The record behind a forgotten one may be forgotten, too. */
  #isTrimmed(id: string, sequenceNumber: string): boolean {
    return !this.#shard(id).records.some((record) => record.sequenceNumber === sequenceNumber);
  }

  #read(iterator: string) {
    const [age, id = '', after = ''] = iterator.split('|');
    if (Number(age) !== this.#age) throw new FakeError('ExpiredIteratorException');
    const { records, ended } = this.#shard(id);
    const rest = records.filter(({ sequenceNumber }) => sequenceNumber > after);
    const read = rest.slice(0, page.records);
    const isEnd = ended && read.length === rest.length;
    const next = `${this.#age}|${id}|${read.at(-1)?.sequenceNumber ?? after}`;
    return { Records: read.map(toRecord), ...(!isEnd && { NextShardIterator: next }) };
  }
}

const toRecord = ({ partition, sequenceNumber }: FakeShard['records'][number]) => ({
  eventID: sequenceNumber,
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'us-east-1',
  dynamodb: {
    ApproximateCreationDateTime: 1_795_176_000,
    Keys: { pk: { S: partition } },
    SequenceNumber: sequenceNumber,
    SizeBytes: 10,
    StreamViewType: 'NEW_IMAGE',
  },
});

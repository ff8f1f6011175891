import { randomUUID } from 'node:crypto';
import type { Clock } from '../time.ts';
import type { MappingSettings } from './mapping-settings.ts';
import type { RecordStreamOptions } from './record-stream.ts';
import type { StreamRecord } from './stream-record.ts';

/** The last invocation before records were discarded. */
export type LastInvocation = { readonly requestId: string; readonly functionError?: string };

/** Records that the mapping discards, because they are too old. */
export type Discarded = {
  readonly shardId: string;
  readonly records: readonly StreamRecord[];
  readonly invocations: number;
  readonly last: LastInvocation | undefined;
};

/** Keeps or drops discarded records. */
export type Discard = (discarded: Discarded) => Promise<void>;

/** Puts an object into a bucket. */
export type PutObject = (bucket: string, key: string, body: string) => Promise<void>;

export type FailureDestinationOptions = {
  readonly mapping: MappingSettings;
  readonly functionArn: string;
  readonly clock: Clock;
  readonly put: PutObject;
  /** Called when records are lost: there is no destination, or writing to it failed. */
  readonly onLost: (discarded: Discarded, error?: unknown) => void;
};

/**
 * Writes the invocation record, including the stream records, to the mapping's bucket (AWS Lambda Developer Guide,
 * "Configuring destinations for failed invocations"; its sample shows `payload` as a string).
 */
export function createFailureDestination(options: FailureDestinationOptions): Discard {
  const { mapping, clock, put, onLost } = options;
  return async (discarded) => {
    if (mapping.failureBucket === undefined) return onLost(discarded);
    const now = new Date(clock());
    const body = JSON.stringify(invocationRecord(discarded, options, now));
    await put(mapping.failureBucket, keyOf(mapping, discarded, now), body).catch((error) => onLost(discarded, error));
  };
}

const seconds = (time: Date): string => `${time.toISOString().slice(0, 19)}`;

// aws/lambda/<ESM-UUID>/<shardID>/YYYY/MM/DD/YYYY-MM-DDTHH.MM.SS-<Random UUID> (the same page).
function keyOf({ uuid }: MappingSettings, { shardId }: Discarded, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '/');
  return `aws/lambda/${uuid}/${shardId}/${day}/${seconds(now).replaceAll(':', '.')}-${randomUUID()}`;
}

function invocationRecord(discarded: Discarded, { mapping, functionArn }: FailureDestinationOptions, now: Date) {
  const { shardId, records, invocations, last } = discarded;
  const [first] = records;
  const final = records.at(-1);
  return {
    requestContext: {
      requestId: last?.requestId ?? randomUUID(),
      functionArn,
      condition: 'RecordAgeExceeded',
      approximateInvokeCount: invocations,
    },
    ...(last && {
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: last.functionError ?? null },
    }),
    version: '1.0',
    timestamp: now.toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: first?.dynamodb.SequenceNumber,
      endSequenceNumber: final?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: arrivalOf(first),
      approximateArrivalOfLastRecord: arrivalOf(final),
      batchSize: records.length,
      streamArn: mapping.streamArn,
    },
    payload: JSON.stringify({ Records: records }),
  };
}

const arrivalOf = (record: StreamRecord | undefined): string =>
  `${seconds(new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000))}Z`;

/** Puts objects with the SDK, which is loaded on first use. */
export const createPutObject =
  ({ endpoint, credentials, streamArn }: RecordStreamOptions): PutObject =>
  async (Bucket, Key, Body) => {
    const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
    const region = streamArn.split(':')[3] ?? '';
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json' }));
    client.destroy();
  };

import { marshall } from '@aws-sdk/util-dynamodb';
import { recordKey } from '../../src/records/record.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';

export const noon = Date.UTC(2026, 10, 20, 12);

/** A record of one successful getHealth at noon, with the given changes. */
export const recordOf = (changes: Partial<RequestRecord> = {}): RequestRecord => ({
  requestId: '01KAGE0000000000000000000A',
  keyId: 'key_1',
  accountId: 'acme',
  network: 'devnet',
  at: noon,
  durationMs: 12,
  status: 200,
  outcome: 'ok',
  calls: [{ method: 'getHealth', outcome: 'ok', count: 1 }],
  requestBytes: 46,
  responseBytes: 39,
  ...changes,
});

/**
 * The stream record of a record's insert (Amazon DynamoDB Streams in Lambda events).
 * @param createdAt when the stream received it, ms since the epoch
 */
export const insertOf = (
  record: RequestRecord,
  sequenceNumber: number | string,
  { createdAt = noon }: { readonly createdAt?: number } = {},
) => ({
  eventID: '1',
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'us-east-1',
  dynamodb: {
    ApproximateCreationDateTime: createdAt / 1_000,
    Keys: marshall(recordKey(record)),
    NewImage: marshall({ ...record, ...recordKey(record), expiresAt: 1_795_262_400 }, { removeUndefinedValues: true }),
    SequenceNumber: String(sequenceNumber),
    SizeBytes: 300,
    StreamViewType: 'NEW_IMAGE',
  },
  eventSourceARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/records/stream/2026-11-20T00:00:00.000',
});

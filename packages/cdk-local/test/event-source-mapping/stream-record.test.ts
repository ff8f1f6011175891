import { DynamoDBStreamSchema } from '@aws-lambda-powertools/parser/schemas/dynamodb';
import type { _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
import { describe, expect, test } from '@jest/globals';
import { toStreamRecord } from '../../event-source-mapping/stream-record.ts';
import { streamArn } from './test-streams.ts';

const bytes = Buffer.from('foobar');

const insert: SdkRecord = {
  eventID: '9a37c0d0',
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'ddblocal',
  dynamodb: {
    ApproximateCreationDateTime: new Date(Date.UTC(2026, 0, 2, 3, 4)),
    Keys: { id: { S: 'a' } },
    NewImage: {
      id: { S: 'a' },
      n: { N: '1.50' },
      binary: { B: bytes },
      binaries: { BS: [bytes] },
      numbers: { NS: ['1', '2'] },
      list: { L: [{ M: { inner: { B: bytes } } }, { NULL: true }] },
    },
    SequenceNumber: '000000000000000000123',
    SizeBytes: 70,
    StreamViewType: 'NEW_IMAGE',
  },
};

// As DynamoDB Local 3.3.1 gives it: the SDK's types do not know this name.
const expiry = { ...insert, eventName: 'UNKNOWN_TO_SDK_VERSION' } as unknown as SdkRecord;

describe('a record of a stream', () => {
  test('has the form and the order of keys that Lambda hands over', () => {
    const record = toStreamRecord(insert, streamArn);
    expect(JSON.stringify(record)).toBe(
      JSON.stringify({
        eventID: '9a37c0d0',
        eventName: 'INSERT',
        eventVersion: '1.1',
        eventSource: 'aws:dynamodb',
        awsRegion: 'us-east-1',
        dynamodb: {
          ApproximateCreationDateTime: 1767323040,
          Keys: { id: { S: 'a' } },
          NewImage: {
            id: { S: 'a' },
            n: { N: '1.50' },
            binary: { B: 'Zm9vYmFy' },
            binaries: { BS: ['Zm9vYmFy'] },
            numbers: { NS: ['1', '2'] },
            list: { L: [{ M: { inner: { B: 'Zm9vYmFy' } } }, { NULL: true }] },
          },
          SequenceNumber: '000000000000000000123',
          SizeBytes: 70,
          StreamViewType: 'NEW_IMAGE',
        },
        eventSourceARN: streamArn,
      }),
    );
  });

  test.each([
    ['DynamoDB Local’s malformed one', expiry],
    [
      'a well-formed one',
      { ...insert, eventName: 'REMOVE', userIdentity: { PrincipalId: 'dynamodb.amazonaws.com', Type: 'Service' } },
    ] as const,
  ])('of a delete by time to live is what AWS sends: %s', (_case, record) => {
    expect(toStreamRecord(record as SdkRecord, streamArn)).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    });
  });

  test('of a delete by a caller has no identity', () => {
    expect(toStreamRecord({ ...insert, eventName: 'REMOVE' }, streamArn)).not.toHaveProperty('userIdentity');
  });

  test('is taken by an outside judge, @aws-lambda-powertools/parser', () => {
    const event = { Records: [insert, expiry].map((record) => toStreamRecord(record, streamArn)) };
    const { Records } = DynamoDBStreamSchema.parse(JSON.parse(JSON.stringify(event)));
    expect(Records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'REMOVE']);
    expect(Records[0]?.dynamodb.NewImage).toMatchObject({ id: 'a', n: 1.5 });
  });
});

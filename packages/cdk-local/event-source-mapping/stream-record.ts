import type { AttributeValue, _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';

/** A record of a stream as in Lambda's event (captured from the live service; `eventVersion` is 1.1). */
export type StreamRecord = {
  readonly eventID: string;
  readonly eventName: string;
  readonly eventVersion: string;
  readonly eventSource: 'aws:dynamodb';
  readonly awsRegion: string;
  readonly dynamodb: {
    /** Seconds since the epoch. DynamoDB Local rounds them down to the minute. */
    readonly ApproximateCreationDateTime: number;
    readonly Keys: Record<string, unknown>;
    readonly NewImage?: Record<string, unknown>;
    readonly OldImage?: Record<string, unknown>;
    /** A decimal number of up to 40 digits. */
    readonly SequenceNumber: string;
    readonly SizeBytes: number;
    readonly StreamViewType: string;
  };
  readonly eventSourceARN: string;
  readonly userIdentity?: { readonly type: 'Service'; readonly principalId: 'dynamodb.amazonaws.com' };
};

/** Converts a record of GetRecords to one of the event. `streamArn` is the template's. */
export function toStreamRecord(record: SdkRecord, streamArn: string): StreamRecord {
  const { eventID = '', eventVersion = '1.1', dynamodb = {} } = record;
  const { NewImage, OldImage } = dynamodb;
  return {
    eventID,
    eventName: isExpiry(record) ? 'REMOVE' : (record.eventName ?? ''),
    eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: streamArn.split(':')[3] ?? '',
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((dynamodb.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
      Keys: encodeAttributes(dynamodb.Keys ?? {}),
      ...(NewImage && { NewImage: encodeAttributes(NewImage) }),
      ...(OldImage && { OldImage: encodeAttributes(OldImage) }),
      SequenceNumber: dynamodb.SequenceNumber ?? '',
      SizeBytes: dynamodb.SizeBytes ?? 0,
      StreamViewType: dynamodb.StreamViewType ?? '',
    },
    eventSourceARN: streamArn,
    ...(isExpiry(record) && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
  };
}

// DynamoDB Local 3.3.1 gives a deletion by TTL an event name that its own SDK does not know, without the identity that
// AWS adds (measured).
const isExpiry = ({ eventName, userIdentity }: SdkRecord): boolean =>
  userIdentity?.PrincipalId === 'dynamodb.amazonaws.com' || String(eventName) === 'UNKNOWN_TO_SDK_VERSION';

type Attributes = Record<string, AttributeValue>;

/** Attribute values as in an event: DynamoDB JSON with binary values in base64. */
const encodeAttributes = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, encodeValue(value)]));

function encodeValue(value: AttributeValue): unknown {
  if (value.B) return { B: base64(value.B) };
  if (value.BS) return { BS: value.BS.map(base64) };
  if (value.L) return { L: value.L.map(encodeValue) };
  if (value.M) return { M: encodeAttributes(value.M) };
  return value;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

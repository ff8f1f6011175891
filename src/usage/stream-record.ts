import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { RequestRecord } from '../records/record.ts';
import { recordSchema } from '../records/record-schema.ts';
import { toPosition } from './position.ts';

/** A value in DynamoDB's own notation, like `{"S": "text"}`; only what records hold. */
type AttributeValue =
  | { S: string }
  | { N: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { L: AttributeValue[] }
  | { M: Record<string, AttributeValue> };

const attributeValue: v.GenericSchema<AttributeValue> = v.union([
  v.strictObject({ S: v.string() }),
  v.strictObject({ N: v.string() }),
  v.strictObject({ BOOL: v.boolean() }),
  v.strictObject({ NULL: v.literal(true) }),
  v.strictObject({ L: v.array(v.lazy(() => attributeValue)) }),
  v.strictObject({
    M: v.record(
      v.string(),
      v.lazy(() => attributeValue),
    ),
  }),
]);

const streamRecordSchema = v.object({
  dynamodb: v.object({
    SequenceNumber: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
    NewImage: v.record(v.string(), attributeValue),
  }),
});

/** A record as it comes off the stream. */
export type Streamed = {
  readonly sequenceNumber: string;
  readonly position: string;
  /** The partition of Records it lies in. */
  readonly partition: string;
  readonly record: RequestRecord;
};

const rowSchema = v.intersect([v.object({ pk: v.string() }), recordSchema]);

/** Reads one stream record. @throws {v.ValiError} when it is no record of a request */
export function readStreamRecord(event: unknown): Streamed {
  const { SequenceNumber, NewImage } = v.parse(streamRecordSchema, event).dynamodb;
  const { pk, ...record } = v.parse(rowSchema, unmarshall(NewImage));
  return { sequenceNumber: SequenceNumber, position: toPosition(SequenceNumber), partition: pk, record };
}

const sequenced = v.object({ dynamodb: v.object({ SequenceNumber: v.string() }) });

/** The sequence number of a stream record that may be malformed otherwise; undefined when it has none. */
export function sequenceNumberOf(event: unknown): string | undefined {
  const parsed = v.safeParse(sequenced, event);
  return parsed.success ? parsed.output.dynamodb.SequenceNumber : undefined;
}

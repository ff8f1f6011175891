import * as v from 'valibot';
import type { RequestRecord } from '../records/record.ts';
import { recordSchema } from '../records/record-schema.ts';
import { fromAttributes } from '../table/attribute-value.ts';

const streamRecordSchema = v.object({
  dynamodb: v.object({
    /** Seconds since the epoch. */
    ApproximateCreationDateTime: v.number(),
    SequenceNumber: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
    NewImage: v.unknown(),
  }),
});

/** Sequence numbers are decimal strings of up to 40 digits (AWS): padded, they compare as text as they do as numbers. */
export const toPosition = (sequenceNumber: string): string => sequenceNumber.padStart(40, '0');

/** A record as it comes off the stream. */
export type Streamed = {
  readonly sequenceNumber: string;
  readonly position: string;
  /** When the stream got it, ms since the epoch. */
  readonly createdAt: number;
  readonly record: RequestRecord;
  /** The sort keys of the counters that are still to count it, where a replay says so: otherwise all. */
  readonly uncounted?: readonly string[] | undefined;
};

const rowSchema = v.object({
  ...recordSchema.entries,
  uncounted: v.optional(v.array(v.string())),
});

/**
 * Reads one stream record.
 * @throws {v.ValiError} when it is no record of a request @throws {AttributeValueError}
 */
export function readStreamRecord(event: unknown): Streamed {
  const { ApproximateCreationDateTime, SequenceNumber, NewImage } = v.parse(streamRecordSchema, event).dynamodb;
  const { uncounted, ...record } = v.parse(rowSchema, fromAttributes(NewImage));
  return {
    sequenceNumber: SequenceNumber,
    position: toPosition(SequenceNumber),
    createdAt: ApproximateCreationDateTime * 1_000,
    record,
    uncounted,
  };
}

const sequenced = v.object({ dynamodb: v.object({ SequenceNumber: v.string() }) });

/** The sequence number of a stream record that may be malformed otherwise; undefined when it has none. */
export function sequenceNumberOf(event: unknown): string | undefined {
  const parsed = v.safeParse(sequenced, event);
  return parsed.success ? parsed.output.dynamodb.SequenceNumber : undefined;
}

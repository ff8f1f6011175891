import * as v from 'valibot';
import { type RequestRecord, recordSchema } from '../records/record-schema.ts';
import { fromAttributes } from '../table/attribute-value.ts';
import type { CounterAddition, PositionedContribution } from './count-additions.ts';
import { type Contribution, contributionsOf } from './tally-counter.ts';

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
export type StreamedRecord = {
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
export function readStreamRecord(event: unknown): StreamedRecord {
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

/** A replayed record names counters that it adds nothing to: it was diverted by a tally that counts otherwise. */
export class UnknownCounterError extends Error {
  override readonly name = 'UnknownCounterError';
  readonly code = 'unknown_counter';

  constructor(named: readonly string[]) {
    super(`It does not add to each of ${named.join(', ')}.`);
  }
}

/** A record of a batch, its place there, and what it has still to add. */
export type BatchRecord = StreamedRecord & { readonly place: number; readonly contributions: readonly Contribution[] };

/**
 * What a record has still to add to its counters.
 * @throws {UnknownCounterError}
 */
export function contributionsLeft({ record, uncounted }: StreamedRecord): readonly Contribution[] {
  const contributions = contributionsOf(record);
  if (!uncounted) return contributions;
  const left = contributions.filter(({ sk }) => uncounted.includes(sk));
  if (left.length < new Set(uncounted).size) throw new UnknownCounterError(uncounted);
  return left;
}

/** What the records of a batch add to each counter. */
export function additionsOf(delivered: readonly BatchRecord[]): CounterAddition[] {
  const additions = new Map<string, CounterAddition & { contributions: PositionedContribution[] }>();
  for (const one of delivered) {
    for (const contribution of one.contributions) {
      const { pk, sk } = contribution;
      const name = `${pk} ${sk}`;
      const nothing = { pk, sk, contributions: [], firstPlace: one.place };
      const addition = additions.get(name) ?? nothing;
      addition.contributions.push({ ...contribution, position: one.position, place: one.place });
      additions.set(name, addition);
    }
  }
  return [...additions.values()];
}

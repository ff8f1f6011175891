import * as v from 'valibot';
import { errorClass } from '../error-class.ts';
import type { NetworkChains } from '../network-chains.ts';
import { type RequestRecord, recordSchema } from '../records/record-schema.ts';
import { fromAttributes } from '../table/attribute-value.ts';
import type { CounterAddition, PositionedContribution } from './count-additions.ts';
import { type Contribution, contributionsOf } from './tally-counter.ts';

const streamRecordSchema = v.object({
  dynamodb: v.object({
    ApproximateCreationDateTime: v.number(),
    SequenceNumber: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
    NewImage: v.unknown(),
  }),
});

/** Sequence numbers are decimal strings of up to 40 digits (AWS). Padded, they sort as strings like numbers. */
export const toPosition = (sequenceNumber: string): string => sequenceNumber.padStart(40, '0');

export type StreamedRecord = {
  readonly sequenceNumber: string;
  readonly position: string;
  readonly createdAt: number;
  readonly record: RequestRecord;
  /** In a replayed record: the sort keys of the counters that have not counted it. Default: all. */
  readonly uncounted?: readonly string[] | undefined;
};

const rowSchema = v.object({
  ...recordSchema.entries,
  uncounted: v.optional(v.array(v.string())),
});

/** @throws {v.ValiError} @throws {AttributeValueError} */
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

const sequenceNumberSchema = v.object({ dynamodb: v.object({ SequenceNumber: v.string() }) });

/** Also of a malformed record, which must be redelivered or logged. */
export function sequenceNumberOf(event: unknown): string | undefined {
  const parsed = v.safeParse(sequenceNumberSchema, event);
  return parsed.success ? parsed.output.dynamodb.SequenceNumber : undefined;
}

/** A replayed record names counters that it does not add to: a version with other counters diverted it. */
class UnknownCounterError extends errorClass('UnknownCounterError', 'unknown_counter') {
  constructor(uncounted: readonly string[]) {
    super(`The record does not add to all of these counters: ${uncounted.join(', ')}.`);
  }
}

export type BatchRecord = StreamedRecord & {
  readonly batchIndex: number;
  readonly contributions: readonly Contribution[];
};

export function uncountedContributions(
  { record, uncounted }: StreamedRecord,
  chains: NetworkChains,
): readonly Contribution[] {
  const contributions = contributionsOf(record, chains);
  if (!uncounted) return contributions;
  const left = contributions.filter(({ sk }) => uncounted.includes(sk));
  if (left.length < new Set(uncounted).size) throw new UnknownCounterError(uncounted);
  return left;
}

export function additionsOf(records: readonly BatchRecord[]): CounterAddition[] {
  const additions = new Map<string, CounterAddition & { contributions: PositionedContribution[] }>();
  for (const { contributions, position, batchIndex } of records) {
    for (const contribution of contributions) {
      const { pk, sk } = contribution;
      const name = `${pk} ${sk}`;
      const addition = additions.get(name) ?? { pk, sk, contributions: [], firstIndex: batchIndex };
      addition.contributions.push({ ...contribution, position, batchIndex });
      additions.set(name, addition);
    }
  }
  return [...additions.values()];
}

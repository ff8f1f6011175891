import * as v from 'valibot';
import { type FailedRecord, failureObjectVersion } from '../usage/failure-bucket.ts';

/** A record read from the failure bucket, saved by the tally or by Lambda. */
export type StoredFailure = {
  /** `given_up`: Lambda ran out of retries; unknown which counters have counted the record. */
  readonly reason: FailedRecord['reason'] | 'given_up';
  readonly event: unknown;
  /** See {@link FailedRecord}. */
  readonly uncounted?: readonly string[] | undefined;
};

const savedByTally = v.pipe(
  v.object({
    version: v.literal(failureObjectVersion),
    failures: v.array(
      v.object({
        reason: v.picklist(['unreadable', 'uncounted']),
        event: v.unknown(),
        uncounted: v.optional(v.array(v.string())),
      }),
    ),
  }),
  v.transform(({ failures }): StoredFailure[] => failures),
);

const eventSchema = v.object({ Records: v.array(v.unknown()) });

// "Retain discarded records for a DynamoDB event source" (Lambda developer guide): `payload` is the whole event, a string in
// the guide's sample.
const discardedByLambda = v.pipe(
  v.object({
    DDBStreamBatchInfo: v.unknown(),
    payload: v.union([v.pipe(v.string(), v.parseJson(), eventSchema), eventSchema]),
  }),
  v.transform(({ payload }) => payload.Records.map((event): StoredFailure => ({ reason: 'given_up', event }))),
);

const failureObjectSchema = v.pipe(v.string(), v.parseJson(), v.union([savedByTally, discardedByLambda]));

/** The records of an object of the failure bucket. @throws {v.ValiError} if it has neither of the two formats */
export const readFailureObject = (content: string): readonly StoredFailure[] => v.parse(failureObjectSchema, content);

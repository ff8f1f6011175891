import * as v from 'valibot';
import type { S3Bucket } from '../aws/s3-bucket.ts';
import { builtIn } from '../built-in.ts';
import type { Clock } from '../time.ts';

/** A record that the tally could not count, as it is kept for a replay. */
export type FailedRecord = {
  /** It cannot be read; or it can, and some of its counters could not be written. */
  readonly reason: 'unreadable' | 'uncounted';
  /** What went wrong, in words. */
  readonly detail: string;
  /** The stream record as it came. */
  readonly event: unknown;
  /** The sort keys of exactly the counters that have not counted it; where it is not given, none has that should. */
  readonly uncounted?: readonly string[];
};

/** The form of the tally's objects in the failure bucket; another form gets another number. */
export const failureObjectVersion = 1;

/** The content of an object in the failure bucket, as JSON. */
export const failureObject = (failures: readonly FailedRecord[], at: number): string =>
  JSON.stringify({ version: failureObjectVersion, writtenAt: new Date(at).toISOString(), failures });

const { randomUUID } = builtIn('node:crypto');

/** Keeps what cannot be counted, all of it or none: gives the name of the object. Rejects when it could not be kept. */
export type SaveFailures = (failures: readonly FailedRecord[]) => Promise<string>;

/** {@link SaveFailures} into one object of a bucket, `tally/YYYY/MM/DD/<time>-<UUID>.json`. */
export const createSaveFailures =
  (bucket: S3Bucket, clock: Clock): SaveFailures =>
  async (failures) => {
    const at = clock();
    const time = new Date(at).toISOString();
    const name = `tally/${time.slice(0, 10).replaceAll('-', '/')}/${time.replaceAll(':', '.')}-${randomUUID()}.json`;
    await bucket.put(name, failureObject(failures, at));
    return name;
  };

/** A record of the failure bucket: diverted by the tally, or given up by Lambda. */
export type StoredFailure = {
  /** `given_up` by Lambda itself: which of its counters have counted it is not said. */
  readonly reason: 'unreadable' | 'uncounted' | 'given_up';
  /** The stream record as it came. */
  readonly event: unknown;
  /** As in {@link Failure}. */
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

// "Retain discarded records for a DynamoDB event source" (Lambda developer guide): `payload` is the whole event, as text
// in its sample.
const discardedByLambda = v.pipe(
  v.object({
    DDBStreamBatchInfo: v.unknown(),
    payload: v.union([v.pipe(v.string(), v.parseJson(), eventSchema), eventSchema]),
  }),
  v.transform(({ payload }) => payload.Records.map((one): StoredFailure => ({ reason: 'given_up', event: one }))),
);

const failureObjectSchema = v.pipe(v.string(), v.parseJson(), v.union([savedByTally, discardedByLambda]));

/** The records of an object of the failure bucket. @throws {v.ValiError} for neither of its two forms */
export const readFailureObject = (content: string): readonly StoredFailure[] => v.parse(failureObjectSchema, content);

import * as v from 'valibot';
import { failureVersion } from './failure.ts';

/** A record of the failure bucket: diverted by the tally, or given up by Lambda. */
export type Kept = {
  /** `given_up` by Lambda itself: which of its counters have counted it is not said. */
  readonly reason: 'unreadable' | 'uncounted' | 'given_up';
  /** The stream record as it came. */
  readonly event: unknown;
  /** As in {@link Failure}. */
  readonly uncounted?: readonly string[] | undefined;
};

const diverted = v.pipe(
  v.object({
    version: v.literal(failureVersion),
    failures: v.array(
      v.object({
        reason: v.picklist(['unreadable', 'uncounted']),
        event: v.unknown(),
        uncounted: v.optional(v.array(v.string())),
      }),
    ),
  }),
  v.transform(({ failures }): Kept[] => failures),
);

const event = v.object({ Records: v.array(v.unknown()) });

// "Retain discarded records for a DynamoDB event source" (Lambda developer guide): `payload` is the whole event, as text
// in its sample.
const givenUp = v.pipe(
  v.object({ DDBStreamBatchInfo: v.unknown(), payload: v.union([v.pipe(v.string(), v.parseJson(), event), event]) }),
  v.transform(({ payload }) => payload.Records.map((one): Kept => ({ reason: 'given_up', event: one }))),
);

const object = v.pipe(v.string(), v.parseJson(), v.union([diverted, givenUp]));

/** The records of an object of the failure bucket. @throws {v.ValiError} for neither of its two forms */
export const readFailureObject = (content: string): readonly Kept[] => v.parse(object, content);

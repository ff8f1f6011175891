import * as v from 'valibot';
import { maxPageLength } from '../../../src/records/history.ts';

export const wholeNumber = v.pipe(v.number(), v.integer());

/** An ISO 8601 timestamp. The check refuses days that do not exist, such as 31 February. */
export const timestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'must be a valid ISO 8601 timestamp'),
);

/** Milliseconds since the epoch as a timestamp in UTC. */
export const toTimestamp = (at: number): string => new Date(at).toISOString();

/** A timestamp in milliseconds since the epoch. */
export const parseTimestamp = (timestamp: string): number => Date.parse(timestamp);

export const keyPathSchema = v.object({ keyId: v.string() });

const maxKeyIds = 50;

/** Sorted, so that a cursor does not depend on their order. */
export const keyIdsParameter = v.pipe(
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[^,]+(,[^,]+)*$/, 'must be key ids separated by commas'),
      v.check((ids) => ids.split(',').length <= maxKeyIds, `must have at most ${maxKeyIds} key ids`),
      v.transform((ids) => [...new Set(ids.split(','))].toSorted()),
      v.array(v.string()),
    ),
  ),
  v.description(`Up to ${maxKeyIds} key ids, separated by commas. Default: all keys, including revoked keys.`),
);

export const limitParameter = v.pipe(
  v.optional(v.pipe(v.string(), v.digits()), '50'),
  v.transform(Number),
  v.number(),
  v.minValue(1),
  v.maxValue(maxPageLength),
  v.integer(),
  v.description('Maximum number of items on the page. Default: 50.'),
);

export const cursorParameter = v.pipe(
  v.optional(v.string()),
  v.description('`nextCursor` of the previous page. Default: the first page.'),
);

export const nextCursorSchema = v.pipe(
  v.nullable(v.string()),
  v.description('Cursor of the next page: send it as `cursor`, with the same filters. null on the last page.'),
);

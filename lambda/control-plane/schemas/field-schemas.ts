import * as v from 'valibot';
import { isCalendarDay } from '../../../src/calendar-day.ts';
import { maxPageLength } from '../../../src/records/history.ts';
import type { EpochMs } from '../../../src/time.ts';

export const wholeNumber = v.pipe(v.number(), v.integer());

/** An ISO 8601 timestamp of a day that exists: `Date.parse` takes 31 February for 3 March. */
export const timestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text)) && isCalendarDay(text), 'must be a valid ISO 8601 timestamp'),
);

/** In UTC. */
export const toTimestamp = (at: EpochMs): string => new Date(at).toISOString();

export const parseTimestamp = (timestamp: string): EpochMs => Date.parse(timestamp);

/** Longer texts are no id: DynamoDB's sort keys have at most 1,024 bytes. */
export const idParameter = v.pipe(v.string(), v.maxLength(100));

export const keyPathSchema = v.object({ keyId: idParameter });

/** The networks of a filter. Refusals of `GET /v1/key` are recorded under the second name. */
export const networkParameter = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(100))),
  v.description('Name of a network of `GET /v1/networks`, or `management API` for requests to `GET /v1/key`.'),
);

const maxKeyIds = 50;

/** Sorted, so that a cursor does not depend on their order. */
export const keyIdsParameter = v.pipe(
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[^,]+(,[^,]+)*$/, 'must be key ids separated by commas'),
      v.check((ids) => ids.split(',').length <= maxKeyIds, `must have at most ${maxKeyIds} key ids`),
      v.transform((ids) => [...new Set(ids.split(','))].toSorted()),
      v.array(idParameter),
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

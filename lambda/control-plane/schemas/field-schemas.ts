import * as v from 'valibot';
import { maxPageLength } from '../../../src/records/history.ts';

/** A moment as the API shows and takes it: ISO 8601. */
export const timestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'is no moment'),
);

/** A moment, given in ms since the epoch, as the API shows it: in UTC. */
export const toTimestamp = (at: number): string => new Date(at).toISOString();

/** A moment that the API was given, in ms since the epoch. */
export const parseTimestamp = (moment: string): number => Date.parse(moment);

/** Where a list goes on. */
export const nextCursorSchema = v.pipe(
  v.nullable(v.string()),
  v.description('Send it as `cursor`, with the same filters, for the next page; null when this was the last'),
);

/** The path of what belongs to one key. */
export const keyPathSchema = v.object({ keyId: v.string() });

/** How many items a page may have. */
export const limitParameter = v.pipe(
  v.optional(v.pipe(v.string(), v.digits()), '50'),
  v.transform(Number),
  v.number(),
  v.minValue(1),
  v.maxValue(maxPageLength),
  v.integer(),
  v.description('The most items of the page; 50 where it is left out'),
);

/** The cursor of the page before. */
export const cursorParameter = v.pipe(v.optional(v.string()), v.description('`nextCursor` of the page before'));

import * as v from 'valibot';
import { isCalendarDay } from '../../calendar-day.ts';

export const wholeNumber = v.pipe(v.number(), v.integer());

/** An ISO 8601 timestamp of a day that exists: `Date.parse` takes 31 February for 3 March. */
export const timestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text)) && isCalendarDay(text), 'must be a valid ISO 8601 timestamp'),
);

/** Milliseconds since the epoch as a timestamp in UTC. */
export const toTimestamp = (at: number): string => new Date(at).toISOString();

/** A timestamp in milliseconds since the epoch. */
export const parseTimestamp = (timestamp: string): number => Date.parse(timestamp);

/** Longer texts are no id: DynamoDB's sort keys have at most 1,024 bytes. */
export const idParameter = v.pipe(v.string(), v.maxLength(100));

export const keyPathSchema = v.object({ keyId: idParameter });

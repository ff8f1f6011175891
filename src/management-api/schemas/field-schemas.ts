import * as v from 'valibot';
import type { EpochMs } from '../../time.ts';

export const wholeNumber = v.pipe(v.number(), v.integer());

/** An ISO 8601 timestamp of a day that exists: `Date.parse` takes 31 February for 3 March. */
export const timestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text)) && isCalendarDay(text), 'must be a valid ISO 8601 timestamp'),
);

/** Whether a text begins with a day of the calendar as `YYYY-MM-DD`: JavaScript takes 31 February for 3 March. */
function isCalendarDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return year !== '' && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}

export const toTimestamp = (at: EpochMs): string => new Date(at).toISOString();

export const parseTimestamp = (timestamp: string): EpochMs => Date.parse(timestamp);

/** Longer texts are no id: DynamoDB's sort keys have at most 1,024 bytes. */
export const idParameter = v.pipe(v.string(), v.maxLength(100));

export const keyPathSchema = v.object({ keyId: idParameter });

export const secretPathSchema = v.object({ keyId: idParameter, secretId: idParameter });

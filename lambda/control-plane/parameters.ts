import * as v from 'valibot';
import { maxPageLength } from '../../src/records/history.ts';

/** The path of what belongs to one key. */
export const keyPath = v.object({ keyId: v.string() });

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

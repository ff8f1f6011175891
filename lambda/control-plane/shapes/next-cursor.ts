import * as v from 'valibot';

/** Where a list goes on. */
export const nextCursorShape = v.pipe(
  v.nullable(v.string()),
  v.description('Send it as `cursor`, with the same filters, for the next page; null when this was the last'),
);

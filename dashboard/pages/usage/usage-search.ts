import * as v from 'valibot';

const moment = v.fallback(v.optional(v.pipe(v.string(), v.isoTimestamp())), undefined);

/** The search parameters of the page. */
export const usageSearch = v.object({
  range: v.fallback(v.optional(v.picklist(['hour', 'day', 'week', 'month', 'quarter', 'custom'])), undefined),
  /** For a custom range, ISO 8601; without `to` it ends now. */
  from: moment,
  to: moment,
  span: v.fallback(v.optional(v.picklist(['minute', 'hour', 'day'])), undefined),
  /** The id of a key; default: all keys. */
  key: v.fallback(v.optional(v.string()), undefined),
});

export type UsageSearch = v.InferOutput<typeof usageSearch>;

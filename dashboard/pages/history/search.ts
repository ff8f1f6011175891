import * as v from 'valibot';
import { outcomeNames } from '../../format/outcomes.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const longestMethod = 64;
const moment = v.pipe(
  text,
  v.isoTimestamp(),
  v.check((given) => !Number.isNaN(Date.parse(given))),
);

/** What of the page stands in its address: what is no such thing counts as left out. */
export const historySearch = v.object({
  /** The key whose history it is, by its id. */
  key: v.fallback(v.optional(text), undefined),
  method: v.fallback(v.optional(v.pipe(text, v.maxLength(longestMethod))), undefined),
  outcome: v.fallback(v.optional(v.picklist(outcomeNames)), undefined),
  network: v.fallback(v.optional(text), undefined),
  /** ISO 8601; the requests that came in then and later. */
  from: v.fallback(v.optional(moment), undefined),
  /** ISO 8601; the requests that came in before. */
  to: v.fallback(v.optional(moment), undefined),
  /** The request whose details are open, by its id. */
  request: v.fallback(v.optional(text), undefined),
});

export type HistorySearch = v.InferOutput<typeof historySearch>;

import * as v from 'valibot';

/** What the address keeps of the activity. */
export const activitySearch = v.object({
  /** The id of a key; default: every change of the account. */
  key: v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty())), undefined),
});

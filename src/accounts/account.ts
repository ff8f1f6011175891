import * as v from 'valibot';

export const accountSchema = v.object({
  accountId: v.string(),
  email: v.string(),
  planId: v.string(),
  /** A suspended account keeps its plan, but may not use it. */
  state: v.picklist(['active', 'suspended']),
  /** Raised by every change of the account or of its keys, so that two changes cannot cross unseen. */
  version: v.number(),
  createdAt: v.number(),
});

/** A registered customer, on one plan. */
export type Account = v.InferOutput<typeof accountSchema>;

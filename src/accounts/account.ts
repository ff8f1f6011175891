import * as v from 'valibot';
import { freedSlotSchema } from '../keys/slots.ts';

export const accountSchema = v.object({
  accountId: v.string(),
  email: v.string(),
  planId: v.string(),
  /** A suspended account keeps its plan, but may not use it. */
  state: v.picklist(['active', 'suspended']),
  /** Raised by every change of the account or of its keys, so that two changes cannot cross unseen. */
  version: v.number(),
  createdAt: v.number(),
  /**
   * The ids of its active keys, oldest first, as of a version: so revoked keys cost nothing. They hold at that version of the
   * account alone. An account that was last changed by a version of the gateway that did not keep them has them looked up.
   */
  activeKeys: v.optional(v.object({ version: v.number(), ids: v.array(v.string()) })),
  /** The slots of keys that were revoked today, less those that new keys have taken over; see src/keys/slots.ts. */
  freedSlots: v.optional(v.array(freedSlotSchema), []),
});

/** A registered customer, on one plan. */
export type Account = v.InferOutput<typeof accountSchema>;

import * as v from 'valibot';

/** The search parameters of the page. Stripe Checkout leads back with `checkout`. */
export const planSearch = v.object({
  checkout: v.fallback(v.optional(v.picklist(['done', 'cancelled'])), undefined),
});

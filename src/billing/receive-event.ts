import type { BillingDeps } from './billing-deps.ts';

/** 256 KB: many times the largest event of the kinds that billing uses. */
export const maxEventBytes = 262_144;

/**
 * Takes one of Stripe's events. It only says where to look: the account is settled from what Stripe's API says now.
 * @param rawBody the request's body, byte for byte
 * @param signature the header Stripe-Signature
 * @throws {BadEventError} 400: it is not signed by Stripe, older than 5 minutes, sent before, or larger than 256 KB
 * @throws every other error is to be answered 5xx, so that Stripe sends the event again
 */
export async function receiveEvent(
  _deps: BillingDeps & { readonly signingSecret: string },
  _rawBody: Buffer,
  _signature: string | undefined,
): Promise<void> {
  throw new Error('Not built yet.');
}

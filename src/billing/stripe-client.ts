import type Stripe from 'stripe';

/** The API Gateway waits 30 s, and a Checkout takes about eight calls. */
const timeLimits = { timeout: 8_000, maxNetworkRetries: 1 };

/**
 * The official SDK, loaded only here: it must not be part of the start of functions that rarely need it.
 * @param apiUrl only for tests and the local gateway; default: Stripe's API
 */
export async function createStripe({
  apiKey,
  apiUrl,
}: {
  apiKey: string;
  apiUrl?: string | undefined;
}): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  return new StripeClient(apiKey, { ...timeLimits, telemetry: false, appInfo: { name: 'sluice' }, ...hostOf(apiUrl) });
}

function hostOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const isHttp = protocol === 'http:';
  return { protocol: isHttp ? 'http' : 'https', host: hostname, port: port || (isHttp ? 80 : 443) };
}

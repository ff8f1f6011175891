import * as v from 'valibot';
import type { BillingDeps } from '../../src/billing/billing-deps.ts';
import { BillingUnavailableError } from '../../src/billing/billing-errors.ts';
import { type BillingSecret, billingSecretSchema, billingSettingsSchema } from '../../src/billing/billing-settings.ts';
import { createStripe } from '../../src/billing/stripe-client.ts';

/** Billing with a connection to Stripe, and the secret that signs Stripe's events. */
export type BillingConnection = BillingDeps & Pick<BillingSecret, 'signingSecret'>;

/** The secret does not hold Stripe's keys. The message has nothing of its content. */
class BillingSecretError extends Error {
  override readonly name = 'BillingSecretError';
  readonly code = 'invalid_billing_secret';

  constructor(secretName: string) {
    super(
      `The secret ${secretName} does not have the format {"apiKey": "sk_…", "signingSecret": "whsec_…"} ` +
        '(docs/billing.md).',
    );
  }
}

type ConnectionDeps = Omit<BillingDeps, 'stripe' | 'settings'> & {
  /** Reads the value of a secret by its name. */
  readonly readSecret: (name: string) => Promise<string>;
};

/** The longest time until a rotated key is used. */
const keepMs = 5 * 60_000;

/**
 * Returns a function that connects to Stripe on first use, because most requests do not need it. Every five minutes it
 * reads the secret again; if that fails, it keeps the last known keys.
 * @param variable `BILLING_SETTINGS`
 */
export function createBillingConnection(
  variable: string,
  { readSecret, ...deps }: ConnectionDeps,
): () => Promise<BillingConnection> {
  const settings = v.parse(v.pipe(v.string(), v.parseJson(), billingSettingsSchema), variable);
  const connect = async (): Promise<BillingConnection> => {
    const { apiKey, signingSecret } = parseSecret(settings.secretName, await readOrFail(settings.secretName));
    const stripe = await createStripe({ apiKey, apiUrl: settings.apiUrl });
    return { ...deps, settings, stripe, signingSecret };
  };
  const readOrFail = async (name: string): Promise<string> => {
    try {
      return await readSecret(name);
    } catch (error) {
      throw new BillingUnavailableError(error);
    }
  };
  let known: Kept | undefined;
  return () => {
    const now = deps.clock();
    if (known && now < known.readAgainAt) return known.connection;
    const before = known?.connection;
    const connection = connect().catch((error: unknown) => {
      deps.log.error('billing_connection_failed', { detail: String(error) });
      if (!before) known = undefined;
      return before ?? Promise.reject(error);
    });
    known = { connection, readAgainAt: now + keepMs };
    return connection;
  };
}

type Kept = { readonly connection: Promise<BillingConnection>; readonly readAgainAt: number };

function parseSecret(name: string, text: string): BillingSecret {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), billingSecretSchema), text);
  if (parsed.success) return parsed.output;
  throw new BillingSecretError(name);
}

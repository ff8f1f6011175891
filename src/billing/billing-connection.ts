import type Stripe from 'stripe';
import * as v from 'valibot';
import { errorClass } from '../error-class.ts';
import type { Log } from '../log.ts';
import { type Clock, minuteMs } from '../time.ts';
import { BillingUnavailableError } from './billing-errors.ts';
import {
  type BillingSecret,
  type BillingSettings,
  billingSecretSchema,
  billingSettingsSchema,
} from './billing-settings.ts';
import { createStripe } from './stripe-client.ts';

/** A connection to Stripe, and the secret that signs Stripe's events. */
type BillingConnection = Pick<BillingSecret, 'signingSecret'> & {
  readonly stripe: Stripe;
  readonly settings: BillingSettings;
};

/** Connects on first use. @throws {BillingUnavailableError} */
export type Connect = () => Promise<BillingConnection>;

/** The secret does not hold Stripe's keys. The message has nothing of its content. */
class BillingSecretError extends errorClass('BillingSecretError', 'invalid_billing_secret') {
  constructor(secretName: string) {
    super(
      `The secret ${secretName} does not have the format {"apiKey": "sk_…", "signingSecret": "whsec_…"} ` +
        '(docs/billing.md).',
    );
  }
}

type ConnectionDeps = {
  /** Reads the value of a secret by its name. */
  readonly readSecret: (name: string) => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
};

/** The longest time until a rotated key is used. */
const keepMs = 5 * minuteMs;

/** Pause after a failure, which may have delayed a request by seconds. */
const retryMs = 30_000;

type Kept = { readonly connection: Promise<BillingConnection>; readonly readAgainAt: number };

/**
 * Returns a function that connects to Stripe on first use, because most requests do not need it. After five minutes it
 * reads the secret again; if that fails, it keeps the last known keys.
 * @param variable `BILLING_SETTINGS`
 */
export function createBillingConnection(variable: string, { readSecret, clock, log }: ConnectionDeps): Connect {
  const settings = v.parse(v.pipe(v.string(), v.parseJson(), billingSettingsSchema), variable);
  const connect = async (): Promise<BillingConnection> => {
    const { apiKey, signingSecret } = await readKeys(settings.secretName, readSecret);
    return { settings, signingSecret, stripe: await createStripe({ apiKey, apiUrl: settings.apiUrl }) };
  };
  let known: Kept | undefined;
  return () => {
    const before = known;
    if (before && clock() < before.readAgainAt) return before.connection;
    const connection = connect().catch((error: unknown) => {
      log.error('billing_connection_failed', { detail: String(error), cause: String(causeOf(error)) });
      known = before && { ...before, readAgainAt: clock() + retryMs };
      return before?.connection ?? Promise.reject(error);
    });
    known = { connection, readAgainAt: clock() + keepMs };
    return connection;
  };
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

async function readKeys(name: string, readSecret: ConnectionDeps['readSecret']): Promise<BillingSecret> {
  const text = await readSecret(name).catch((error: unknown) => {
    throw new BillingUnavailableError({ cause: error });
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), billingSecretSchema), text);
  if (parsed.success) return parsed.output;
  throw new BillingSecretError(name);
}

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { billingSettings } from '../../lib/settings/function-settings.ts';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import type { BeforeTemplate } from '../../packages/cdk-local/local-stack-options.ts';
import type { ReportProgress } from '../../packages/cdk-local/logs.ts';
import { type FakeStripeServer, startFakeStripe } from '../../packages/fake-stripe/server.ts';
import { billingSettingEntries } from '../../src/billing/billing-settings.ts';
import { createStripe } from '../../src/billing/stripe-client.ts';
import { syncCatalogue } from '../../src/billing/sync-catalogue.ts';
import { Plans } from '../../src/plans.ts';
import { systemClock } from '../../src/time.ts';

type BillingSetting = NonNullable<EffectiveSettings['billing']>;

/** The fake Stripe of a local gateway. */
export type LocalBilling = {
  /** The fake's address, without a path. */
  readonly url: string;
  /** The page that moves its clock, declines payments and loses events. */
  readonly controlUrl: string;
  readonly apiKey: string;
  readonly settings: BillingSetting;
};

/** The fake Stripe, before the gateway runs. */
export type FakeBilling = {
  /** The settings of the gateway, which names the fake. */
  readonly settings: EffectiveSettings;
  /** Delivers events to the gateway from now on. Resolves when the plans have their prices. */
  readonly connect: (apiUrl: string) => Promise<LocalBilling>;
};

export type FakeBillingOptions = {
  /** 0 takes a free port. */
  readonly port: number;
  /** Keeps what the fake knows over restarts. */
  readonly dataDir: string | undefined;
  readonly progress: ReportProgress;
  readonly keys: FakeBillingKeys;
};

/** What the gateway and the fake agree on. */
export type FakeBillingKeys = { readonly apiKey: string; readonly signingSecret: string };

export const newBillingKeys = (): FakeBillingKeys => ({
  apiKey: `sk_test_fake${randomBytes(8).toString('hex')}`,
  signingSecret: `whsec_fake${randomBytes(16).toString('hex')}`,
});

/** A local gateway reads no other secret for billing. */
const secretName = 'local/fake-stripe';

/** The values of the local Secrets Manager. */
export const billingSecrets = (keys: FakeBillingKeys): Record<string, string> => ({
  [secretName]: JSON.stringify(keys),
});

/**
 * Starts the fake Stripe of `npm start`. The operator's settings of billing apply, apart from the secret and
 * the address.
 * @throws {SavedStateError}
 */
export async function startFakeBilling(
  settings: EffectiveSettings,
  { teardown }: Pick<BeforeTemplate, 'teardown'>,
  { port, progress, keys, dataDir }: FakeBillingOptions,
): Promise<FakeBilling> {
  const file = dataDir === undefined ? undefined : join(dataDir, 'fake-stripe');
  const saved = file && existsSync(file) ? readFileSync(file) : undefined;
  const starting = startFakeStripe({ port, callersClock: systemClock, saved, ...keys });
  const server = await progress('Fake Stripe', teardown.started(starting));
  if (file) teardown.add(keepState(server, file));
  const defaults = v.parse(v.strictObject(billingSettingEntries), { secretName });
  const billing = { ...defaults, ...settings.billing, secretName, apiUrl: server.url };
  const withFake = { ...settings, billing };
  // It takes a second of waiting, in which the template is made.
  const catalogue = progress('Products and prices', createCatalogue(withFake, server));
  catalogue.catch(() => {});
  return {
    settings: withFake,
    connect: async (apiUrl) => {
      server.sendEventsTo(`${apiUrl}/v1/billing/events`);
      await catalogue;
      const { url, apiKey } = server;
      return { url, controlUrl: `${url}/_control`, apiKey, settings: billing };
    },
  };
}

/** Saves the state after each event, because the process may be killed. Returns a function that saves it once more. */
function keepState({ fake }: FakeStripeServer, file: string): () => void {
  const save = () => {
    writeFileSync(`${file}.part`, fake.save(), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  };
  let isDue = false;
  fake.onEvent(() => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      save();
    });
  });
  return save;
}

async function createCatalogue(settings: EffectiveSettings, { url, apiKey }: FakeStripeServer): Promise<void> {
  const billing = billingSettings(settings);
  if (!billing) return;
  const stripe = await createStripe({ apiKey, apiUrl: url });
  const deps = { stripe, settings: billing, plans: new Plans(settings.plans), serviceName: settings.service.name };
  await syncCatalogue(deps, { dryRun: false });
}

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { billingSecrets, newBillingKeys, startFakeBilling } from '../../../bin/start/local-billing.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { silent } from '../../../packages/cdk-local/logs.ts';
import { Teardown } from '../../../packages/cdk-local/teardown.ts';
import { SavedStateError } from '../../../packages/fake-stripe/saved-state.ts';
import { createStripe } from '../../../src/billing/stripe-client.ts';
import fixedConfig from '../../support/fixed.config.ts';
import { plans } from '../../support/settings.ts';

const keys = newBillingKeys();
const own = { secretName: 'sluice/live', graceDays: 3, promotionCodes: true };
const settings = parseSettings({ ...fixedConfig, billing: own }, 'test');

let dataDir: string;
let teardown: Teardown;
let gateway: Server;
let received: { path: string | undefined; signature: unknown; body: string }[];
let arrived: () => void;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'billing-'));
  teardown = new Teardown();
  received = [];
  arrived = () => {};
  gateway = createServer(async (request, response) => {
    received.push({ path: request.url, signature: request.headers['stripe-signature'], body: await text(request) });
    response.end('{}');
    arrived();
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await teardown.run();
  gateway.closeAllConnections();
  gateway.close();
  rmSync(dataDir, { recursive: true });
});

async function start(folder?: string) {
  const fake = await startFakeBilling(settings, { teardown }, { port: 0, progress: silent, keys, dataDir: folder });
  const { port } = gateway.address() as AddressInfo;
  const billing = await fake.connect(`http://127.0.0.1:${port}`);
  return { fake, billing, stripe: await createStripe({ apiKey: billing.apiKey, apiUrl: billing.url }) };
}

describe('the fake Stripe of npm start', () => {
  test('replaces the secret and the address of the settings, and nothing else', async () => {
    const { fake, billing } = await start();
    expect(fake.settings.billing).toEqual({
      ...settings.billing,
      secretName: 'local/fake-stripe',
      apiUrl: billing.url,
    });
    expect(fake.settings.billing).toMatchObject({ graceDays: 3, promotionCodes: true });
    expect(billingSecrets(keys)).toEqual({ 'local/fake-stripe': JSON.stringify(keys) });
    expect(billing.apiKey).toBe(keys.apiKey);
  });

  test('has the prices of the plans, and sends signed events to the management API', async () => {
    const { stripe } = await start();
    const { data } = await stripe.prices.list({ active: true });
    expect(data).toHaveLength(plans.all.filter(({ pricePerMonth }) => pricePerMonth > 0).length);
    const delivered = new Promise<void>((resolve) => {
      arrived = () => received.some(({ body }) => body.includes('customer.created')) && resolve();
    });
    await stripe.customers.create({ email: 'ann@example.com' });
    await delivered;
    const { path, signature, body } = received.find((each) => each.body.includes('customer.created')) ?? { body: '' };
    expect(path).toBe('/v1/billing/events');
    expect(stripe.webhooks.constructEvent(body, String(signature), keys.signingSecret).type).toBe('customer.created');
  });

  test('with a data folder knows its customers after a restart, in a file that only its owner reads', async () => {
    const { id } = await (await start(dataDir)).stripe.customers.create({ email: 'ann@example.com' });
    await teardown.run();
    expect(statSync(join(dataDir, 'fake-stripe')).mode & 0o777).toBe(0o600);
    const { stripe } = await start(dataDir);
    expect(await stripe.customers.retrieve(id)).toMatchObject({ email: 'ann@example.com' });
  });

  test('refuses a file that it cannot read', async () => {
    writeFileSync(join(dataDir, 'fake-stripe'), 'damaged');
    await expect(start(dataDir)).rejects.toThrow(SavedStateError);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import * as v from 'valibot';
import { type FakeStripeServer, startFakeStripe } from '../../../packages/fake-stripe/server.ts';
import type { BillingDeps } from '../../../src/billing/billing-deps.ts';
import { billingSettingsSchema } from '../../../src/billing/billing-settings.ts';
import { startCheckout } from '../../../src/billing/checkout.ts';
import { settleAccount } from '../../../src/billing/settle-account.ts';
import { createStripe } from '../../../src/billing/stripe-client.ts';
import { createLog } from '../../../src/log.ts';
import { systemClock } from '../../../src/time.ts';
import { byCustomer } from '../../support/change-requests.ts';
import { dynamoDbOptions } from '../../support/dynamodb.ts';
import { plans, settings } from '../../support/settings.ts';
import { documentedActions } from './documented-actions.ts';
import { OperatorProgram } from './operator-program.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';

let stripe: FakeStripeServer;
let program: OperatorProgram;
let deps: BillingDeps;
let secretsManager: Server;
let dynamoDb: RecordingProxy;

/** Answers with the named secrets as Secrets Manager does. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  [stripe, program] = await Promise.all([startFakeStripe(), OperatorProgram.start()]);
  dynamoDb = await startRecordingProxy(dynamoDbOptions().endpoint);
  secretsManager = createServer(async (request, response) => {
    const secret = secrets.get(JSON.parse(await text(request)).SecretId);
    const answer =
      secret === undefined ? { __type: 'ResourceNotFoundException', Message: '' } : { SecretString: secret };
    response.writeHead(secret === undefined ? 400 : 200).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => secretsManager.listen(0, '127.0.0.1', resolve));
  const { url: apiUrl, apiKey, signingSecret } = stripe;
  secrets.set('right', JSON.stringify({ apiKey, signingSecret }));
  secrets.set('wrong', JSON.stringify({ apiKey: 'sk_test_revoked', signingSecret }));
  secrets.set('live', JSON.stringify({ apiKey: 'rk_live_1', signingSecret }));
  secrets.set('text', apiKey);
  secrets.set('incomplete', JSON.stringify({ apiKey }));
  program.connectLocally('9545', { billing: { apiKey, settings: { secretName: 'local', apiUrl } } });
  deps = {
    stripe: await createStripe({ apiKey, apiUrl }),
    settings: v.parse(billingSettingsSchema, { secretName: 'right', currency: 'usd', apiUrl }),
    plans,
    directory: program.directory,
    clock: systemClock,
    log: createLog('error'),
  };
});
afterAll(async () => {
  program.stop();
  dynamoDb.stop();
  secretsManager.closeAllConnections();
  secretsManager.close();
  await stripe.stop();
});

/** Runs a command on the deployed stage, with settings that name a secret. */
function runDeployed(secretName: string, args: readonly string[], { apiUrl = stripe.url, asProcess = false } = {}) {
  const config = join(program.folder, `${secretName}.json`);
  writeFileSync(config, JSON.stringify({ ...settings, billing: { secretName, apiUrl } }));
  const address = secretsManager.address() as AddressInfo;
  const environment = {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${address.port}`,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
  };
  const given = [...args, '--stage', 'dev', '--config', config];
  return asProcess ? program.runAsProcess('', given, environment) : program.runWith('', given, environment);
}

const runLocally = (...args: string[]) => program.run(...args, '--port', '9545');

/** A new account that pays for a plan. */
async function subscribe(accountId: string, planId: string): Promise<void> {
  await program.register(accountId);
  const urls = { success: 'http://127.0.0.1/plan', cancel: 'http://127.0.0.1/plan' };
  const { url } = await startCheckout(deps, byCustomer(accountId), planId, urls);
  stripe.fake.payCheckout(url.split('/').at(-1) ?? '', { card: 'pays' });
  await settleAccount(deps, accountId);
}

describe('billing sync', () => {
  test('shows what it would create, creates it once, and then finds nothing to do', async () => {
    // As a process, because connections to Stripe must not keep it running.
    const dry = await runDeployed('right', ['billing', 'sync', '--dry-run'], { asProcess: true });
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toMatch(/^Stripe's test mode, with the key of the secret right\n\nchange +what\ncreate +\S/);
    expect(dry.out).toMatch(/Dry run: nothing was changed\.\n$/);
    const { data } = await deps.stripe.products.list();
    expect(data).toEqual([]);
    const made = await runDeployed('right', ['billing', 'sync', '--json']);
    expect(made.out.trim().split('\n')).toHaveLength(2 * plans.all.filter((plan) => plan.pricePerMonth > 0).length + 1);
    const again = await runLocally('billing', 'sync');
    expect(again.out).toBe(
      "Stripe's test mode, with the key of the local gateway on port 9545\n\n" +
        'Nothing to change: Stripe has what the settings say.\n',
    );
  });

  test.each([
    ['missing', 4, /^Secrets Manager has no secret missing in the AWS account .* docs\/billing\.md\.\n$/],
    ['text', 3, /^The secret text does not have the format \{"apiKey": .*: the value is not JSON\. Correct it/],
    ['incomplete', 3, /^The secret incomplete does not have the format .*: signingSecret is missing or wrong\./],
    ['wrong', 3, /^Stripe rejected the API key in the secret wrong \(401\): it is wrong, revoked or expired\./],
    ['live', 3, /^The API key in the secret live is a live key, but the settings have billing\.apiUrl: http/],
  ])('explains the secret %s, without its text', async (name, code, message) => {
    const ended = await runDeployed(name, ['billing', 'sync']);
    expect(ended).toEqual({ code, out: '', err: expect.stringMatching(message) });
    expect(ended.err).not.toContain(secrets.get(name) ?? 'sk_');
  });

  test('says that billing is off, or that Stripe does not answer', async () => {
    const local = await program.run('billing', 'sync');
    expect(local.err).toBe('Billing is off in the local gateway on port 8545: it was started with --no-billing.\n');
    const deployed = await program.run('billing', 'sync', '--stage', 'dev');
    expect(deployed.err).toMatch(
      /^Billing is off: the settings that this command reads for Sluice-dev have no "billing"/,
    );
    expect([local.code, deployed.code]).toEqual([3, 3]);
    const silent = await runDeployed('right', ['billing', 'sync'], { apiUrl: 'http://127.0.0.1:1' });
    expect(silent).toMatchObject({
      code: 5,
      err: expect.stringMatching(/^Stripe does not answer\. Run the command again/),
    });
  });
});

describe('an account that pays', () => {
  beforeAll(() => subscribe('payer', 'developer'), 60_000);

  test('is shown with its subscription, and with payments, refunds and disputes', async () => {
    const [payment] = (await deps.stripe.charges.list()).data;
    await deps.stripe.refunds.create({ charge: payment?.id ?? '', amount: 900 });
    await settleAccount(deps, 'payer');
    const { out } = await runLocally('accounts', 'show', 'payer');
    expect(out).toMatch(/\npayer +payer@example\.com +developer +active +20\S+ +subscribed\n/);
    expect(out).toMatch(/\npayment +subscribed\ncustomer +cus_\S+\nsubscription +sub_\S+\n/);
    expect(out).toMatch(
      /\npayment +time +amount +refunded +currency +disputed\nch_\S+ +20\S+ +49\.00 +9\.00 +usd +–\n$/,
    );
  });

  test('has payments and refunds of the month in its statement and its archive', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const statement = await runLocally('accounts', 'statement', 'payer', '--month', month);
    expect(statement.out).toMatch(
      /\nplan +developer, 49 usd a month\nbilled +40\.00 usd \(paid 49\.00, refunded 9\.00\)\n/,
    );
    const csv = await runLocally('accounts', 'statement', 'payer', '--month', month, '--csv');
    expect(csv.out).toMatch(
      /,planPrice,paid,refunded,currency,awsDollars,nodeDollars\r\n.*,developer,49,49\.00,9\.00,usd,0,0\r\n$/,
    );
    const archive = join(program.folder, 'payer.zip');
    expect(await runLocally('accounts', 'export', 'payer', '--out', archive)).toMatchObject({ code: 0, err: '' });
    const { 'payments.json': payments = new Uint8Array() } = unzipSync(new Uint8Array(readFileSync(archive)));
    expect(JSON.parse(strFromU8(payments))).toMatchObject([{ amount: 4_900, refunded: 900, currency: 'usd' }]);
  });

  test('keeps the plan that it pays for, until its subscription is cancelled', async () => {
    const refused = await runLocally('accounts', 'change-plan', 'payer', 'scale');
    expect(refused).toMatchObject({ code: 3, err: expect.stringMatching(/has a paid subscription.*billing cancel/) });
    dynamoDb.takeActions();
    const cancelled = await runDeployed('right', ['billing', 'cancel', 'payer', '--json']);
    expect(JSON.parse(cancelled.out)).toMatchObject({
      planId: 'free',
      billing: { state: 'none', subscriptionId: null },
    });
    const actions = dynamoDb.takeActions({ [program.tables.directory]: 'Directory' });
    expect(documentedActions.get('billing cancel')).toEqual(expect.arrayContaining(actions));
    const again = await runLocally('billing', 'cancel', 'payer');
    expect(again).toMatchObject({ code: 3, err: expect.stringMatching(/^Account payer has no subscription\./) });
  });
});

describe('billing reconcile', () => {
  test('finds what events would have told, and repairs it once', async () => {
    await subscribe('late', 'business');
    const { billing } = await settleAccount(deps, 'late');
    await deps.stripe.subscriptions.cancel(billing?.subscriptionId ?? '');
    const dry = await runLocally('billing', 'reconcile', '--account', 'late', '--dry-run');
    expect(dry.out).toMatch(/^accounts checked +1\nrepaired +1\n[\s\S]*Dry run: nothing was changed\.\n$/);
    dynamoDb.takeActions();
    const repaired = await runDeployed('right', ['billing', 'reconcile', '--json']);
    expect(JSON.parse(repaired.out)).toMatchObject({ repaired: 1, failed: 0, monthlyRevenue: {} });
    const actions = dynamoDb.takeActions({ [program.tables.directory]: 'Directory' });
    expect(documentedActions.get('billing reconcile')).toEqual(expect.arrayContaining(actions));
    const again = await runLocally('billing', 'reconcile');
    expect(again.out).toMatch(/^accounts checked +2\nrepaired +0\n/);
  });

  test('warns of a catalogue that is not that of the settings', async () => {
    const [price] = (await deps.stripe.prices.list({ active: true })).data;
    await deps.stripe.prices.update(price?.id ?? '', { active: false });
    const ended = await runLocally('billing', 'reconcile', '--dry-run', '--json');
    expect(ended).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Warning: products and prices at Stripe differ .*billing sync/),
    });
  });

  test('fails at once with a wrong key', async () => {
    const ended = await runDeployed('wrong', ['billing', 'reconcile']);
    expect(ended).toMatchObject({ code: 3, err: expect.stringMatching(/^Stripe rejected the API key .*\n$/) });
  });
});

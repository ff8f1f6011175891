import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import type { Runtime } from '../../../bin/start/runtime.ts';
import type { AllowedCall } from '../../../packages/cdk-local/gate.ts';
import { grantsOf } from '../../security/grants.cases.ts';
import { launchBrowser } from '../../support/browser.ts';
import { call, post } from '../../support/rpc.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { expectGoodLooks, lookAt } from './looks.ts';
import { goToCheckout, inPortal, payWith } from './payment.ts';
import { password, signUp } from './sign-in.ts';
import { type Visit, visit, waitUntilLoaded } from './visit.ts';

/** What the functions did with their permissions. */
const used = new Set<string>();
const onAwsCall = ({ roleArn, action }: AllowedCall) => used.add(`${roleArn} ${action}`);

let world: TestRuntime;
let runtime: Runtime;
let browser: Browser;
let ada: Visit;
let page: Page;
let secret = '';

beforeAll(async () => {
  [world, browser] = await Promise.all([startTestRuntime({}, { billing: true, onAwsCall }), launchBrowser()]);
  runtime = world.runtime;
  ada = await visit(browser, runtime.dashboardUrl);
  page = ada.page;
  await signUp(page, 'ada@example.com', runtime.confirmationCode);
  await goTo('Keys');
  secret = await createKey('production');
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

async function createKey(name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog').getByRole('region', { name: 'secret', exact: true });
  const created = (await shown.innerText()).trim();
  await page.getByRole('dialog').getByRole('button', { name: 'I have saved it' }).click();
  await shown.waitFor({ state: 'detached' });
  return created;
}

const goTo = async (name: string) => {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

const dialog = () => page.getByRole('alertdialog');

/** The calls per second that the key's next call is allowed; the status if it is refused. */
async function nextCall(): Promise<number> {
  const { status, headers } = await post(runtime.endpoints.mainnet ?? '', secret, call('getHealth'));
  return status === 200 ? Number(/^"second";q=(\d+)/.exec(headers['ratelimit-policy'] ?? '')?.[1]) : status;
}

/** Does something with the fake Stripe that no customer can do. */
async function control(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${runtime.billing?.controlUrl}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** The text of the payment card, after a figure of it is shown. */
async function payment(figure: string | RegExp): Promise<string> {
  const card = page.getByRole('region', { name: 'Payment', exact: true });
  await card.getByText(figure).waitFor();
  return card.innerText();
}

const invoices = () => page.getByRole('region', { name: 'Invoices', exact: true }).getByRole('row');

test('a new customer has no subscription and no invoice', async () => {
  await goTo('Plan');
  expect(await payment(/^None$/)).not.toContain('Manage cards');
  await page.getByText('No invoices yet').waitFor();
  expect(await nextCall()).toBe(10);
});

test('leaving Checkout changes nothing; a second Checkout takes the place of the first', async () => {
  await goToCheckout(page, 'Business');
  const first = page.url();
  await page.goBack();
  await goToCheckout(page, 'Developer');
  expect((await fetch(first)).status).toBe(410);
  // Not four: a double click starts one.
  expect(ada.addresses.filter((address) => address.endsWith('/v1/billing/checkout'))).toHaveLength(2);
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await page.getByText('Nothing was charged').waitFor();
  await page.waitForURL((url) => url.search === '');
  expect(await nextCall()).toBe(10);
});

test('a declined card can be replaced at Checkout; after the payment the key’s next call has the new limit', async () => {
  await goToCheckout(page, 'Developer');
  await payWith(page, 'Card that is declined');
  await payWith(page, 'Card that pays');
  await page.getByText('You are on the Developer plan').waitFor();
  expect(await nextCall()).toBe(50);
  expect(await payment('Paid')).toMatch(/Next invoice\s+\$49\.00\s+\d+ \w+ \d{4}/);
  expect(await invoices().nth(1).innerText()).toMatch(/\$49\.00\s+Paid\s+PDF/);
  await expectGoodLooks(page, 'plan-paid', lookAt(0));
});

test('with too many keys, moving to free is refused; cancelled at Stripe, the plan ends until a key is revoked', async () => {
  await goTo('Keys');
  for (const name of ['one', 'two', 'three']) await createKey(name);
  await goTo('Plan');
  await page.getByRole('button', { name: 'Downgrade to Free' }).click();
  await dialog().getByText('Revoke 1 key first').waitFor();
  expect(await dialog().getByRole('button', { name: 'Change to Free' }).isDisabled()).toBe(true);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await inPortal(page, () => page.getByRole('button', { name: 'Cancel now' }).click());
  const notice = page.getByRole('alert').filter({ hasText: 'You have too many keys for the Free plan' });
  await notice.getByRole('link', { name: 'Go to keys' }).click();
  expect(await nextCall()).toBe(403);
  await page.getByText('4 of 3 keys used. Revoke 1 key, and your plan is active again.').waitFor();
  await page.getByRole('button', { name: 'Revoke three' }).click();
  await dialog().getByLabel('To confirm, type three').fill('three');
  await dialog().getByRole('button', { name: 'Revoke key' }).click();
  await notice.waitFor({ state: 'detached' });
  expect(await nextCall()).toBe(10);
});

test('a customer can subscribe again, also if the page read the subscription just before it had ended', async () => {
  const asBefore = async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), state: 'paid' } });
  };
  await page.route('**/v1/billing', asBefore, { times: 1 });
  await page.reload();
  await goTo('Plan');
  await goToCheckout(page, 'Developer');
  await payWith(page, 'Card that pays');
  await page.getByText('You are on the Developer plan').waitFor();
  expect(await nextCall()).toBe(50);
});

const tooLongAgo = { status: 403, json: { code: 'recent_sign_in_required', title: '', detail: '' } };

test('some time after the sign-in, the billing portal asks for the password', async () => {
  await page.route('**/v1/billing/portal', (route) => route.fulfill(tooLongAgo), { times: 1 });
  const open = page.getByRole('button', { name: 'Manage cards, tax details and invoices' });
  await open.click();
  await page.getByText('You signed in some time ago. Enter your password to go on.').waitFor();
  const field = page.getByRole('region', { name: 'Payment', exact: true }).getByLabel('Password', { exact: true });
  expect(await open.isDisabled()).toBe(true);
  await field.fill('not my password');
  await open.click();
  await page
    .getByRole('alert')
    .filter({ hasText: /password/i })
    .waitFor();
  await field.fill(password);
  await open.click();
  await page.getByRole('heading', { name: 'Billing portal' }).waitFor();
  await page.getByRole('link', { name: 'Go back' }).click();
  await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
});

test('some time after the sign-in, a paid change asks for the password, and sends it', async () => {
  const sent: unknown[] = [];
  await page.route('**/v1/account/plan', (route) => {
    sent.push(route.request().postDataJSON().password);
    return route.fulfill(tooLongAgo);
  });
  await page.getByRole('button', { name: 'Upgrade to Business' }).click();
  const confirm = dialog().getByRole('button', { name: /^Pay \$\d+\.\d\d and change to Business$/ });
  await confirm.click();
  const field = dialog().getByLabel('Password', { exact: true });
  await field.waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await field.fill(password);
  await Promise.all([page.waitForResponse('**/v1/account/plan'), confirm.click()]);
  expect(sent).toEqual([undefined, password]);
  await page.unroute('**/v1/account/plan');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});

test('Stripe being away is said, and nothing is lost', async () => {
  await control('outage', { kind: 'error' });
  await page.getByRole('button', { name: 'Upgrade to Business' }).click();
  await dialog().getByText('Stripe cannot be reached').waitFor();
  await control('outage', { kind: 'none' });
  await dialog().getByRole('button', { name: 'Try again' }).click();
  const confirm = dialog().getByRole('button', { name: /^Pay \$\d+\.\d\d and change to Business$/ });
  await confirm.waitFor();
  await control('outage', { kind: 'error' });
  await confirm.click();
  await dialog().getByText('Stripe cannot be reached').waitFor();
  await control('outage', { kind: 'none' });
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  expect(await nextCall()).toBe(50);
});

/** The account was read just before the payment, and the subscription just after it: nothing is pending any more. */
async function answerAsIfPaidBetweenReads(): Promise<void> {
  const answers = ['**/v1/billing/refresh', '**/v1/billing'].map((url) => page.waitForResponse(url));
  const [account, billing] = await Promise.all(answers);
  if (!account || !billing) throw new Error('The page has not asked.');
  const [before, unpaid] = [await account.json(), await billing.json()];
  await page.route('**/v1/billing/refresh', (route) => route.fulfill({ json: before }), { times: 1 });
  await page.route('**/v1/billing', (route) => route.fulfill({ json: { ...unpaid, pendingPlan: null } }), { times: 1 });
}

test('an upgrade that the bank asks to confirm waits for it, and the page follows by itself', async () => {
  await inPortal(page, () => payWith(page, 'Card that asks for confirmation'));
  await page.getByRole('button', { name: 'Upgrade to Business' }).click();
  await dialog()
    .getByRole('button', { name: /^Pay \$\d+\.\d\d and change to Business$/ })
    .click();
  const confirm = dialog().getByRole('link', { name: 'Confirm payment' });
  await confirm.waitFor();
  await expectGoodLooks(page, 'plan-confirm', lookAt(1));
  expect(await nextCall()).toBe(50);
  await answerAsIfPaidBetweenReads();
  const [invoice] = await Promise.all([page.context().waitForEvent('page'), confirm.click()]);
  await payWith(invoice, 'Card that asks for confirmation');
  await invoice.getByRole('button', { name: 'Confirm payment' }).click();
  await invoice.getByText('paid').waitFor();
  await invoice.close();
  await page.getByText('You are on the Business plan').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await dialog().waitFor({ state: 'detached' });
  expect(await nextCall()).toBe(200);
});

/** Stripe's events of a failed payment arrive after its clock has moved. */
async function reloadUntil(shown: Locator): Promise<void> {
  for (let attempt = 0; attempt < 20 && (await shown.count()) === 0; attempt += 1) {
    await page.reload({ waitUntil: 'networkidle' });
  }
}

test('after a failed payment every page says when the plan ends, and the key works until then', async () => {
  await inPortal(page, () => payWith(page, 'Card that is declined'));
  await control('clock', { days: 32 });
  await goTo('Keys');
  const notice = page.getByRole('alert').filter({ hasText: 'Your last payment failed' });
  await reloadUntil(notice);
  const announced =
    /ends on \d+ \w+ \d{4} unless the invoice is paid\. Requests with your keys are refused from then on/;
  await notice.getByText(announced).waitFor();
  expect(await nextCall()).toBe(200);
  await notice.getByRole('link', { name: 'Pay' }).click();
  expect(await payment('Payment failed')).toMatch(/Your plan ends on \d+ \w+ \d{4}/);
  await page.getByText(/^Unpaid invoice: \$\d+\.\d\d$/).waitFor();
  await page.getByRole('button', { name: 'Downgrade to Developer' }).click();
  await dialog().getByText('Your subscription ends when you continue').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expectGoodLooks(page, 'plan-failed', lookAt(2));
});

test('when the retries have failed, the plan has ended and the key is refused', async () => {
  await control('clock', { days: 16 });
  await page.getByText('Your Business plan is not paid').waitFor();
  expect(await nextCall()).toBe(403);
  await page.getByRole('button', { name: 'Choose Free' }).waitFor();
  await expectGoodLooks(page, 'plan-unpaid', lookAt(3));
});

test('a payment brings the plan back with the next call', async () => {
  const pay = page.getByRole('link', { name: 'Pay invoice' }).first();
  const [invoice] = await Promise.all([page.context().waitForEvent('page'), pay.click()]);
  await payWith(invoice, 'Card that pays');
  await invoice.getByText('paid').waitFor();
  await invoice.close();
  await page.getByText('You are on the Business plan').waitFor();
  expect(await nextCall()).toBe(200);
});

test('moving to free ends the subscription and keeps the unused time as credit', async () => {
  await page.getByRole('button', { name: 'Downgrade to Free' }).click();
  await dialog().getByText('Your subscription ends now.').waitFor();
  await dialog().getByRole('button', { name: 'Change to Free' }).click();
  await page.getByText('You are on the Free plan').waitFor();
  expect(await payment(/^None$/)).toMatch(/Credit\s+\$[1-9]\d*\.\d\d/);
  expect(await nextCall()).toBe(10);
});

test('before the account is deleted, the page says which credit ends with it', async () => {
  await goTo('Account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await dialog()
    .getByText(/^You lose \$[1-9]\d*\.\d\d of credit$/)
    .waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});

test('the activity lists the payments with their amounts', async () => {
  await goTo('Activity');
  await waitUntilLoaded(page);
  const rows = page.getByRole('main').getByRole('listitem');
  const actions = await rows.locator('strong').allInnerTexts();
  expect(actions).toEqual(expect.arrayContaining(['Payment received', 'Payment failed', 'Plan ended', 'Plan changed']));
  expect(await rows.filter({ hasText: 'Payment received' }).last().innerText()).toContain('Amount: $49.00');
  expect(ada.complaints).toEqual([]);
});

/** Only repairs need the first. The end of a grace period needs the second, unless the dashboard's refresh is faster. */
const perhapsUnused = ['BillingReconciliation dynamodb:UpdateItem', 'BillingEvents dynamodb:DeleteItem'];

test('all of this took each permission of the functions for events and reconciliation', async () => {
  await runtime.runScheduled();
  const unused = grantsOf(runtime.template)
    .filter(({ role, action }) => role.startsWith('Billing') && !action.startsWith('logs:'))
    .filter(({ roleArn, action }) => !used.has(`${roleArn} ${action}`));
  const names = unused.map(({ role, action }) => `${role} ${action}`);
  expect(names.filter((name) => !perhapsUnused.includes(name))).toEqual([]);
});

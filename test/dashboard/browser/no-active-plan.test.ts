import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accountItemKey } from '../../../src/directory/directory-items.ts';
import { launchBrowser, seriousFindings } from '../../support/browser.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { signIn } from './sign-in.ts';
import { photograph, type Visit, visit, waitUntilLoaded } from './visit.ts';

let world: TestRuntime;
let browser: Browser;
let opened: Visit;
let page: Page;

beforeAll(async () => {
  [world, browser] = await Promise.all([startTestRuntime({}, { demoUser: true }), launchBrowser()]);
  const { runtime } = world;
  await runtime.drained();
  opened = await visit(browser, runtime.dashboardUrl);
  page = opened.page;
  const account = page.waitForResponse(/\/v1\/account$/);
  await signIn(page, runtime.demoUser ?? { email: '', password: '' });
  await losePlan((await (await account).json()).accountId);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** Puts the account on a plan that the settings do not know, like an operator who removed it. */
const losePlan = (accountId: string) =>
  world.directory.update({
    key: accountItemKey(accountId),
    update: 'SET planId = :planId',
    values: { ':planId': 'gold' },
  });

const banner = () => page.getByRole('alert').filter({ hasText: 'Your plan “gold” is no longer offered' });

async function open(path: string): Promise<string> {
  await page.goto(world.runtime.dashboardUrl + path);
  await waitUntilLoaded(page);
  await banner().waitFor();
  return page.getByRole('main').innerText();
}

test.each(['/', '/keys', '/endpoints', '/usage', '/history', '/activity', '/plan', '/account'])(
  '%s works without an active plan: it says why requests are refused, and invents no limits',
  async (path) => {
    const text = await open(path);
    await photograph(page, `${path.slice(1) || 'overview'}-without-plan`);
    expect(text).toContain('Requests with your keys are refused until you choose another plan.');
    expect(text).not.toMatch(/NaN|undefined|null|Something went wrong/);
    expect(text).not.toMatch(/\d of [\d,]+/);
    expect(await seriousFindings(page)).toEqual([]);
    expect(opened.complaints).toEqual([]);
  },
);

test('no key can be created, with the reason', async () => {
  const text = await open('/keys');
  expect(text).toContain('Without an active plan, you cannot create keys.');
  expect(text).toContain('No active plan');
  expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
});

test('the history is kept as long as on the free plan', async () => {
  expect(await open('/history')).toContain('They are kept for 1 day.');
});

test('a request for a key is refused in plain words if the plan was lost while the form was open', async () => {
  await page.route('**/v1/account', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await page.goto(`${world.runtime.dashboardUrl}/keys`);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('too late');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('You have no active plan').waitFor();
  await dialog.getByRole('link', { name: 'See plans' }).waitFor();
  await page.unroute('**/v1/account');
});

test('the plan page offers the plans that are free of charge, and the account goes on with the chosen one', async () => {
  await open('/plan');
  expect(await page.getByText('Your plan', { exact: true }).count()).toBe(0);
  expect(await page.getByText('Ask the operator for this plan.').count()).toBe(3);
  await page.getByRole('button', { name: 'Choose Free' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change to Free?' });
  expect(await dialog.getByRole('row', { name: 'Calls per second – 10' }).isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Change to Free' }).click();
  await page.getByText('You are on the Free plan').waitFor();
  expect(await banner().count()).toBe(0);
  await page.goto(`${world.runtime.dashboardUrl}/keys`);
  await page.getByText('3 of 3 keys used.').waitFor();
});

import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, seriousFindings } from '../../support/browser.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { expectGoodLooks, looks, someLooks, wear } from './looks.ts';
import { testWithoutPlan } from './no-active-plan.cases.ts';
import { signIn } from './sign-in.ts';
import { type Visit, visit, waitUntilLoaded } from './visit.ts';

let world: TestRuntime;
let runtime: TestRuntime['runtime'];
let browser: Browser;
/** The demo user's tab, which all tests share: signing in costs more than most of them. */
let opened: Visit;
let page: Page;

beforeAll(async () => {
  [world, browser] = await Promise.all([startTestRuntime({}, { demoUser: true }), launchBrowser()]);
  runtime = world.runtime;
  await runtime.drained();
  opened = await visit(browser, runtime.dashboardUrl);
  page = opened.page;
  await signIn(page, runtime.demoUser ?? { email: '', password: '' });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});
beforeEach(() => wear(page, looks[0]));

const pages = ['/', '/keys', '/endpoints', '/usage', '/history', '/activity', '/plan', '/account'];
const frontPages = ['/sign-in', '/sign-up', '/forgot-password'];
const nameOf = (path: string) => path.slice(1) || 'overview';

async function open(path: string): Promise<void> {
  await page.goto(runtime.dashboardUrl + path);
  await waitUntilLoaded(page);
}

test.each(pages)(
  '%s shows the demo account, without serious findings of axe or errors of the browser, in every look',
  async (path) => {
    await open(path);
    await expectGoodLooks(page, nameOf(path));
    expect(opened.complaints).toEqual([]);
  },
);

test('the pages before the sign-in are accessible in every look', async () => {
  const front = await visit(browser, 'about:blank');
  for (const path of frontPages) {
    await front.page.goto(runtime.dashboardUrl + path);
    await waitUntilLoaded(front.page);
    await expectGoodLooks(front.page, nameOf(path));
  }
  expect(front.complaints).toEqual([]);
  await front.close();
}, 60_000);

describe('dialogs', () => {
  const dialogs = [
    ['/keys', 'Create key'],
    ['/keys', 'Rename production'],
    ['/keys', 'Rotate production'],
    ['/keys', 'Revoke production'],
    ['/plan', 'Downgrade to Free'],
    ['/account', 'Change email address'],
    ['/account', 'Set up'],
    ['/account', 'Delete account'],
  ] as const;

  test.each(dialogs)('%s, %s: has no serious findings of axe, and Escape closes it', async (path, button) => {
    if (new URL(page.url()).pathname !== path) await open(path);
    await page.getByRole('button', { name: button }).first().click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.waitFor();
    await dialog.locator('[aria-label^=Loading]').waitFor({ state: 'detached' });
    await expectGoodLooks(page, `${nameOf(path)}-${button.split(' ')[0]}`.toLowerCase(), someLooks);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  // Beside the list on a wide page, over it on a narrow one.
  test.each(someLooks)(
    'the details of a request at $width px: have no serious findings of axe, and Escape closes them',
    async (look) => {
      await wear(page, look);
      await open('/history');
      await page.getByRole('listitem').getByRole('link').last().click();
      await page.getByText('Request ID').first().waitFor();
      await expectGoodLooks(page, 'history-details', [look]);
      await page.keyboard.press('Escape');
      await page.waitForURL((url) => !url.searchParams.has('request'));
    },
  );
});

describe('when something is wrong', () => {
  test.each(pages)(
    '%s reports that the service failed, and recovers with “Try again”',
    async (path) => {
      const failing = { status: 400, contentType: 'application/problem+json', body: '{}' };
      await page.route('**/v1/**', (route) => route.fulfill(failing));
      await page.goto(runtime.dashboardUrl + path);
      const notice = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) });
      await notice.first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.unroute('**/v1/**');
      while ((await notice.count()) > 0) {
        const tryAgain = notice.first().getByRole('button', { name: 'Try again' });
        // One retry may clear two notices, so the second may be gone before its click.
        await tryAgain.click({ timeout: 2_000 }).catch(() => undefined);
        await waitUntilLoaded(page);
      }
    },
    60_000,
  );

  test('every page reports that the browser is offline, and recovers by itself', async () => {
    await open('/');
    await page.context().setOffline(true);
    await page.getByText('You are offline').first().waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
  });

  test('an unknown URL shows “Page not found”, and a missing file is not the app', async () => {
    await page.goto(`${runtime.dashboardUrl}/no/such/page`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    const missing = await fetch(`${runtime.dashboardUrl}/assets/none.js`);
    expect([missing.status, await missing.text()]).toEqual([403, expect.not.stringContaining('<div id="app">')]);
  });
});

test('the figures by method are exported as a CSV file with a row for each', async () => {
  await open('/usage');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV, by method' }).click(),
  ]);
  const saved = await text(await file.createReadStream());
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(saved).toMatch(/^method,/);
  expect(saved).toMatch(/^getAccountInfo,\d+,/m);
});

test('a response that the browser hides is explained', async () => {
  await open('/endpoints');
  // As API Gateway may answer: without the headers that let a page read the response.
  await page.route(`${runtime.endpoints.mainnet}/`, async (route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({ status: 403, body: '{"message":"Forbidden"}' }),
  );
  await page.getByLabel('Secret', { exact: true }).fill(runtime.demoUser?.keys[0]?.secret ?? '');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await response.getByText(/revoked/).waitFor();
  expect(await response.innerText()).not.toMatch(/Failed to fetch|TypeError/);
  await page.unroute(`${runtime.endpoints.mainnet}/`);
});

test('the first load is under 250 KB of compressed script', async () => {
  await open('/');
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  client.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await client.send('Network.clearBrowserCache');
  await page.reload();
  await waitUntilLoaded(page);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(250_000);
});

// The last: the account has another plan afterwards.
describe('without an active plan', () => testWithoutPlan(() => ({ world, opened })));

import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type Runtime, startRuntime } from '../../../bin/start/runtime.ts';
import { launchBrowser, seriousFindings } from '../../support/browser.ts';
import { signIn } from './sign-in.ts';
import { photograph, type Visit, visit, waitUntilLoaded } from './visit.ts';

let runtime: Runtime;
let browser: Browser;

beforeAll(async () => {
  [runtime, browser] = await Promise.all([startRuntime({ demoUser: true }), launchBrowser()]);
  await runtime.drained();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await runtime?.stop();
});

const pages = ['/', '/keys', '/endpoints', '/usage', '/history', '/activity', '/plan', '/account'];
const frontPages = ['/sign-in', '/sign-up', '/forgot-password'];
const looks = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

const nameOf = (path: string) => path.slice(1) || 'overview';

async function signedInVisit(look: (typeof looks)[number]): Promise<Visit> {
  const opened = await visit(browser, runtime.dashboardUrl, look);
  await signIn(opened.page, runtime.demoUser ?? { email: '', password: '' });
  return opened;
}

/** By how many pixels the page is wider than its window; negative if space is reserved for a scroll bar. */
const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe.each(looks)('in $colorScheme at $viewport.width px', (look) => {
  let opened: Visit;
  beforeAll(async () => {
    opened = await signedInVisit(look);
  }, 60_000);
  afterAll(() => opened?.close());

  test.each(pages)(
    '%s shows the demo account, without serious findings of axe or errors of the browser',
    async (path) => {
      const { page } = opened;
      await page.goto(runtime.dashboardUrl + path);
      await waitUntilLoaded(page);
      await photograph(page, `${nameOf(path)}-${look.colorScheme}-${look.viewport.width}`);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(opened.complaints).toEqual([]);
    },
  );

  test.each(frontPages)('%s is accessible', async (path) => {
    const front = await visit(browser, runtime.dashboardUrl + path, look);
    await waitUntilLoaded(front.page);
    await photograph(front.page, `${nameOf(path)}-${look.colorScheme}-${look.viewport.width}`);
    expect(await seriousFindings(front.page)).toEqual([]);
    expect(await overflow(front.page)).toBeLessThanOrEqual(0);
    expect(front.complaints).toEqual([]);
    await front.close();
  });
});

// Each theme and each width once: dialogs are made of the same parts as pages.
describe.each([looks[0], looks[3]])('dialogs in $colorScheme at $viewport.width px', (look) => {
  let opened: Visit;
  beforeAll(async () => {
    opened = await signedInVisit(look);
  }, 60_000);
  afterAll(() => opened?.close());

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
    const { page } = opened;
    await page.goto(runtime.dashboardUrl + path);
    await waitUntilLoaded(page);
    await page.getByRole('button', { name: button }).first().click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.waitFor();
    await photograph(
      page,
      `${nameOf(path)}-${button.split(' ')[0]}-${look.colorScheme}-${look.viewport.width}`.toLowerCase(),
    );
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('the details of a request: have no serious findings of axe, and Escape closes them', async () => {
    const { page } = opened;
    await page.goto(`${runtime.dashboardUrl}/history`);
    await waitUntilLoaded(page);
    await page.getByRole('listitem').getByRole('link').last().click();
    await page.getByText('Request ID').first().waitFor();
    await photograph(page, `history-details-${look.colorScheme}-${look.viewport.width}`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('request'));
  });
});

describe('when something is wrong', () => {
  let opened: Visit;
  beforeAll(async () => {
    opened = await signedInVisit(looks[0]);
  }, 60_000);
  afterAll(() => opened?.close());

  test.each(pages)(
    '%s reports that the service failed, and recovers with “Try again”',
    async (path) => {
      const { page } = opened;
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
    const { page } = opened;
    await page.goto(runtime.dashboardUrl);
    await waitUntilLoaded(page);
    await page.context().setOffline(true);
    await page.getByText('You are offline').first().waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
  });

  test('an unknown URL shows “Page not found”, and a missing file is not the app', async () => {
    await opened.page.goto(`${runtime.dashboardUrl}/no/such/page`);
    await opened.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    const missing = await fetch(`${runtime.dashboardUrl}/assets/none.js`);
    expect([missing.status, await missing.text()]).toEqual([403, expect.not.stringContaining('<div id="app">')]);
  });
});

test('the figures by method are exported as a CSV file with a row for each', async () => {
  const { page, close } = await signedInVisit(looks[0]);
  await page.goto(`${runtime.dashboardUrl}/usage`);
  await waitUntilLoaded(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV, by method' }).click(),
  ]);
  const saved = await text(await file.createReadStream());
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(saved).toMatch(/^method,/);
  expect(saved).toMatch(/^getAccountInfo,\d+,/m);
  await close();
});

test('a response that the browser hides is explained', async () => {
  const { page, close } = await signedInVisit(looks[0]);
  await page.goto(`${runtime.dashboardUrl}/endpoints`);
  await waitUntilLoaded(page);
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
  await close();
});

test('the first load is under 250 KB of compressed script', async () => {
  const { page, close } = await visit(browser, 'about:blank');
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  client.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(runtime.dashboardUrl);
  await waitUntilLoaded(page);
  await signIn(page, runtime.demoUser ?? { email: '', password: '' });
  await page.reload();
  scripts.clear();
  bytes = 0;
  await client.send('Network.clearBrowserCache');
  await page.reload();
  await waitUntilLoaded(page);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(250_000);
  await close();
});

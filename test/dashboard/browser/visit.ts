import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** An open tab and what it recorded. */
export type Visit = {
  readonly page: Page;
  /** Errors of scripts and violations of the content security policy. */
  readonly complaints: readonly string[];
  /** Every URL that the tab opened or requested. */
  readonly addresses: readonly string[];
  readonly close: () => Promise<void>;
};

/** The browser also logs a refusal by the gateway or the user pool as an error. */
const isAnswer = /^Failed to load resource: the server responded with a status of \d+/;
/** Amplify warns about every endpoint that is not AWS's own. */
const isAboutCustomEndpoint = /You are using a custom .* endpoint/;

/** Opens a tab in a fresh browser context. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  // Shorter than jest's limit, whose message does not say what the test waited for.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const addresses: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    const isExpected = isAnswer.test(text) || isAboutCustomEndpoint.test(text);
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(text);
  });
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto(address);
  return { page, complaints, addresses, close: () => context.close() };
}

/** Waits until nothing on a page is loading. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const loading = page.locator('[role=status][aria-label^=Loading]');
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
}

/** Loads a page with all that belongs to it. */
export async function load(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilLoaded(page);
}

/**
 * Waits until an expression is true in the page. `waitForFunction` evaluates a text in the page itself, whose security policy
 * refuses that from the second time on.
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.evaluate('new Promise(requestAnimationFrame)');
}

/** Shows a page of the dashboard as a link does: nothing is loaded that the tab has already. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // An open page keeps its heading.
    if (new URL(to, location.href).pathname !== location.pathname)
      document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
  }, path);
  // The page before is shown until the code of the next one is there.
  const heading = page.locator('h1:not([data-left])');
  // A busy machine sometimes keeps the heading's element, and so its mark. Tests of links click them.
  await heading.waitFor({ timeout: 15_000 }).catch(() => page.reload());
  await heading.waitFor();
  await waitUntilLoaded(page);
}

/** Has a heading, no code of its own, and asks the API for nothing. */
const emptyPage = '/no/such/page';

/**
 * Opens a page in a tab of the dashboard, as a link from another page does: that takes a third of a load, which is for
 * tests of loads. What the page remembers of the API's answers stays, mostly for five seconds.
 */
export async function openByLink(page: Page, address: string): Promise<void> {
  const { origin, pathname, search, hash } = new URL(address);
  const shown = new URL(page.url());
  if (shown.origin !== origin) return load(page, address);
  if (shown.pathname === pathname) await goTo(page, emptyPage);
  await goTo(page, pathname + search + hash);
}

/** Leaves the dashboard, so that the next page is loaded and has no answer of a test's own. */
export async function forgetAnswers(page: Page): Promise<void> {
  await page.goto('about:blank');
}

const folder = fileURLToPath(new URL('../../../.artifacts/dashboard/', import.meta.url));

/** Everything in every theme at every width, with pictures: at night, for a release, and after changes of the design. */
export const showsAll = process.env.LOOKS === 'all';

/** Saves a picture of the whole page for people to look at, if everything is shown or the page is wrong. CI keeps the folder. */
export async function photograph(page: Page, name: string, isWrong = false): Promise<void> {
  if (!showsAll && !isWrong) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
}

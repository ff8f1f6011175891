import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A tab that was opened, with what must not have gone wrong in it. */
export type Visit = {
  readonly page: Page;
  /** What the browser complained about: errors of scripts, and what the content security policy refused. */
  readonly complaints: readonly string[];
  /** Every address that the tab was at or asked for. */
  readonly addresses: readonly string[];
  readonly close: () => Promise<void>;
};

/** A refusal by the gateway or the user pool is an error on the browser's console, too. */
const isAnswer = /^Failed to load resource: the server responded with a status of \d+/;
/** Amplify says so of every address that is not AWS's own. */
const isAboutCustomEndpoint = /You are using a custom .* endpoint/;

/** Opens a tab of a browser that has nothing kept. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  // Before jest's own limit, which does not say what was waited for.
  page.setDefaultTimeout(20_000);
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

const folder = fileURLToPath(new URL('../../../.artifacts/dashboard/', import.meta.url));

/** Keeps a picture of the whole page for people to look at; CI keeps the folder. */
export async function photograph(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
}

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { fakeHistory } from './cases/fake-history.ts';
import { signIn } from './sign-in.ts';
import { visit, waitUntilLoaded } from './visit.ts';

// A tab of a large account that stays open.

const requests = 50_000;
const changes = 200;
const mostGrowth = 1.2;

let world: TestRuntime;
let browser: Browser;
let page: Page;
let client: CDPSession;

beforeAll(async () => {
  [world, browser] = await Promise.all([startTestRuntime({}, { demoUser: true }), launchBrowser()]);
  ({ page } = await visit(browser, world.runtime.dashboardUrl));
  await signIn(page, world.runtime.demoUser ?? { email: '', password: '' });
  await fakeHistory(page, requests);
  client = await page.context().newCDPSession(page);
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** The bytes of the heap that are in use after a garbage collection. */
async function heapBytes(): Promise<number> {
  // What finalizers release is gone with the next one.
  for (let round = 0; round < 3; round += 1) await client.send('HeapProfiler.collectGarbage');
  return (await client.send('Runtime.getHeapUsage')).usedSize;
}

/** Opens pages one after the other, as a user does by the navigation. */
async function changePages(count: number): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const names = await links.allInnerTexts();
  for (let change = 0; change < count; change += 1) {
    const name = names[change % names.length]?.trim() ?? '';
    await links.filter({ hasText: name }).first().click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await waitUntilLoaded(page);
  }
}

test(`after ${changes} changes of page, the heap is at most ${mostGrowth} times as large`, async () => {
  // Each page's code, and what the cache keeps of each.
  await changePages(24);
  const before = await heapBytes();
  await changePages(changes);
  const after = await heapBytes();
  console.info(`heap: ${before} bytes before, ${after} after, ${(after / before).toFixed(3)} times`);
  expect(after / before).toBeLessThanOrEqual(mostGrowth);
}, 600_000);

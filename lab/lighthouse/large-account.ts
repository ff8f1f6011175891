import type { Page } from 'playwright-core';
import { startRuntime } from '../../bin/start/runtime.ts';
import { fakeHistory } from '../../test/dashboard/browser/cases/fake-history.ts';
import { signIn } from '../../test/dashboard/browser/sign-in.ts';
import { launchBrowser } from '../../test/support/browser.ts';

const requests = 50_000;
const keys = 200;

/** The most of any plan. */
const active = 40;

/** Answers with an account of many keys: the first of the real ones, under other names. */
async function fakeKeys(page: Page): Promise<void> {
  await page.route(/\/v1\/keys\?/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    // The account may have revoked none.
    const url = route.request().url().replace('state=revoked', 'state=active');
    const answer = await route.fetch({ url: url.replace(/&cursor=[^&]*/, '') });
    const [real] = (await answer.json()).keys;
    const isActive = searchParams.get('state') === 'active';
    const all = Array.from({ length: isActive ? active : keys - active }, (_, index) => ({
      ...(real ?? {}),
      // Newest first: ids sort by time.
      keyId: `key_${String(keys - index - (isActive ? 0 : active)).padStart(26, '0')}`,
      name: `${isActive ? '' : 'revoked '}key ${index}`,
      state: isActive ? 'active' : 'revoked',
    }));
    const first = Number(searchParams.get('cursor') ?? 0);
    const end = first + Number(searchParams.get('limit') ?? 50);
    const nextCursor = end < all.length ? String(end) : null;
    await route.fulfill({ response: answer, json: { keys: real ? all.slice(first, end) : [], nextCursor } });
  });
}

/**
 * Starts the local runtime, and calls with the tab of its demo user, whose account is shown as one of 50,000 requests and
 * 200 keys.
 */
export async function withLargeAccount(use: (page: Page, dashboardUrl: string) => Promise<void>): Promise<void> {
  const runtime = await startRuntime({ demoUser: true });
  const browser = await launchBrowser();
  try {
    if (!runtime.demoUser) throw new Error('The runtime has made no demo user.');
    await runtime.drained();
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(runtime.dashboardUrl);
    await signIn(page, runtime.demoUser);
    await fakeHistory(page, requests);
    await fakeKeys(page);
    await use(page, runtime.dashboardUrl);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  } finally {
    await browser.close();
    await runtime.stop();
  }
}

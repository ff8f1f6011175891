import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addressOf, allPages, type DashboardPage } from '../all-pages.ts';
import type { SignedIn } from '../signed-in.ts';
import { visit, waitUntilLoaded } from '../visit.ts';

const widths = [1440, 360] as const;
const most = { requests: 20, shift: 0.02, script: 250_000, scriptOfSignIn: 150_000 };

/** What the first load of a page costs, with an empty cache. */
type Load = { readonly requests: number; readonly script: number; readonly shift: number };

/** The speed of every page: requests, compressed script and layout shift, on a wide and a narrow page. */
export function testSpeed(signedIn: () => SignedIn): void {
  const addressAt = (path: string) => signedIn().world.runtime.dashboardUrl + path;

  const measure = async (page: Page, address: string, width: number): Promise<Load> => {
    await page.goto('about:blank');
    await page.setViewportSize({ width, height: width > 500 ? 900 : 740 });
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.clearBrowserCache');
    const requests = new Set<string>();
    // A picture that is on the page twice is loaded once.
    client.on('Network.requestWillBeSent', ({ request: { method, url } }) => {
      if (!url.startsWith('data:')) requests.add(`${method} ${url}`);
    });
    await page.goto(address);
    await waitUntilLoaded(page);
    const [shift, script] = await Promise.all([page.evaluate(layoutShift), page.evaluate(scriptBytes)]);
    await client.detach();
    return { requests: requests.size, script: Number(script), shift: Number(shift) };
  };

  const expectSpeed = async (page: Page, path: string, limit: number) => {
    for (const width of widths) {
      const load = await measure(page, addressAt(path), width);
      const within = load.requests <= most.requests && load.script <= limit && load.shift <= most.shift;
      expect({ path, width, ...load, within }).toEqual({ path, width, ...load, within: true });
      // Without an event of the browser there would be nothing to compare.
      expect(load.script).toBeGreaterThan(50_000);
    }
  };

  const readable = (by: readonly DashboardPage['readers'][]) => allPages.filter(({ readers }) => by.includes(readers));

  test.each(readable(['customers', 'everybody']))('$route: 20 requests, 250 KB of script, no shift', async (page) => {
    const { opened, keyId } = signedIn();
    await expectSpeed(opened.page, addressOf(page, keyId), most.script);
  });

  test('the pages before the sign-in: 20 requests, 150 KB of script, no shift', async () => {
    const visitor = await visit(signedIn().browser, 'about:blank');
    for (const page of readable(['visitors'])) await expectSpeed(visitor.page, addressOf(page), most.scriptOfSignIn);
    await visitor.close();
  });
}

/** The cumulative layout shift until now, and for as long as late answers may move something. */
const layoutShift = `new Promise((resolve) => {
  let shift = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => { observer.disconnect(); resolve(shift); }, 300);
})`;

/** The compressed bytes of all scripts, without their headers. */
const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

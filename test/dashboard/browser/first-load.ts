import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { showsAll } from './visit.ts';

/** The most of a first load: different requests, and the sum of its layout shifts. */
export const most = { requests: 21, shift: 0.01 };

/** The most bytes of compressed script that a page loads: with a session or for everybody, and before the sign-in. */
export const mostScript = { page: 250_000, signIn: 150_000 } as const;

const windows = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } } as const;

/** A phone or a desktop by turns; both when everything is shown. */
export const devicesAt = (index: number): readonly (keyof typeof windows)[] =>
  showsAll ? ['phone', 'desktop'] : [index % 2 === 0 ? 'phone' : 'desktop'];

/**
 * Loads a page with an empty cache, and checks its requests, compressed script and layout shift. The page ends loaded.
 *
 * @param untilLoaded waits until nothing on the page is loading
 */
export async function expectFastLoads(
  page: Page,
  address: string,
  scriptLimit: number,
  devices: ReturnType<typeof devicesAt>,
  untilLoaded: (page: Page) => Promise<void>,
): Promise<void> {
  for (const device of devices) {
    await page.setViewportSize(windows[device]);
    const requests = await requestsOf(page, async () => {
      await page.goto(address);
      await untilLoaded(page);
    });
    const [shifts, script] = await Promise.all([page.evaluate(layoutShifts), page.evaluate(scriptBytes)]);
    const shift = shifts.reduce((sum, { value }) => sum + value, 0);
    const load = { address, device, requests, script, shift };
    const within = requests <= most.requests && script <= scriptLimit && shift <= most.shift;
    // What moved tells which part of the page to mend.
    expect({ ...load, within, moved: within ? [] : shifts }).toEqual({ ...load, within: true, moved: [] });
    // Without an event of the browser there would be nothing to compare.
    expect(script).toBeGreaterThan(50_000);
  }
}

/** How many different requests an empty cache sends: a picture that is on the page twice is loaded once. */
async function requestsOf(page: Page, load: () => Promise<void>): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.clearBrowserCache');
  const requests = new Set<string>();
  // Until the new document's, requests are those of the page before.
  let document = '';
  client.on('Network.requestWillBeSent', ({ loaderId, type, request: { method, url } }) => {
    if (type === 'Document') document = loaderId;
    if (loaderId === document && !url.startsWith('data:')) requests.add(`${method} ${url}`);
  });
  await load();
  await client.detach();
  return requests.size;
}

/** The layout shifts until now, and for as long as late answers may move something, with the elements that moved. */
export const layoutShifts = () =>
  new Promise<{ value: number; moved: string[] }[]>((resolve) => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    const shifts: { value: number; moved: string[] }[] = [];
    const nameOf = ({ node }: { node: Node | null }) => String(node?.textContent).slice(0, 80);
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (!hadRecentInput) shifts.push({ value, moved: sources.map(nameOf) });
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => {
      observer.disconnect();
      resolve(shifts);
    }, 300);
  });

/** The compressed bytes of all scripts, without their headers. */
const scriptBytes = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, entry) => sum + ('encodedBodySize' in entry ? Number(entry.encodedBodySize) : 0), 0);

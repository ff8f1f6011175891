import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addressOf, allPages, type DashboardPage, pagesWithoutSession, pagesWithSession } from '../all-pages.ts';
import { devicesAt, expectFastLoads, layoutShifts, most, mostScript } from '../first-load.ts';
import { expectGoodLooks, lookAt, pageLooks } from '../looks.ts';
import type { SignedIn } from '../signed-in.ts';
import { openByLink, visit, waitUntilLoaded } from '../visit.ts';

/**
 * Every page, with the demo account and for visitors: it loads at most 20 requests and 250 KB of script (150 KB before
 * the sign-in), nothing moves meanwhile, axe finds nothing serious, and nothing is cut off.
 */
export function testPageLooks(signedIn: () => SignedIn): void {
  const addressAt = (path: string) => signedIn().world.runtime.dashboardUrl + path;
  const load = (page: Page, shown: DashboardPage, limit: number) => {
    const address = addressAt(addressOf(shown, signedIn().keyId));
    return expectFastLoads(page, address, limit, devicesAt(allPages.indexOf(shown)), waitUntilLoaded);
  };

  // One test for both, because the looks need a loaded page, and a load with an empty cache costs a second.
  test.each(pagesWithSession)('$route loads fast, and is accessible in every look', async (shown) => {
    const { opened } = signedIn();
    const before = opened.complaints.length;
    await load(opened.page, shown, mostScript.page);
    await expectGoodLooks(opened.page, shown.name, pageLooks(allPages.indexOf(shown)));
    expect(opened.complaints.slice(before)).toEqual([]);
  });

  // Of what a page shows, some answers come long after others.
  test.each(['/keys', '/plan', '/endpoints', '/status'])('on a slow network, nothing moves on %s', async (path) => {
    const { page } = signedIn().opened;
    const client = await page.context().newCDPSession(page);
    const bytesPerSecond = 200_000;
    const slow = { offline: false, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', { ...slow, latency: 150 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(addressAt(path));
    await waitUntilLoaded(page);
    const shifts = await page.evaluate(layoutShifts);
    await client.detach();
    const isStill = shifts.reduce((sum, { value }) => sum + value, 0) <= most.shift;
    expect(isStill ? [] : shifts).toEqual([]);
  });

  // Their answer names the error codes of the chain, which makes the list of causes wider and higher.
  test('nothing moves on the page of a key if the networks are the last answer', async () => {
    const { keyId, opened } = signedIn();
    const { page } = opened;
    const { promise: usageShown, resolve: showNetworks } = Promise.withResolvers<void>();
    await page.route('**/v1/networks', async (route) => {
      await usageShown;
      await route.continue();
    });
    await page.route(/\/v1\/keys\/[^/]+\/usage\?/, async (route) => {
      const usage = await (await route.fetch()).json();
      const [network] = Object.keys(usage.byNetwork);
      usage.byNetwork[String(network)].rpcErrorCodes = {
        '-32002': 9,
        '-32004': 8,
        '-32005': 7,
        '-32007': 6,
        '-32009': 5,
      };
      await route.fulfill({ json: usage });
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(addressAt(`/keys/${keyId}`));
    await page.getByRole('figure').waitFor();
    await page.evaluate(nextPaint);
    showNetworks();
    await waitUntilLoaded(page);
    const shifts = await page.evaluate(layoutShifts);
    const isStill = shifts.reduce((sum, { value }) => sum + value, 0) <= most.shift;
    expect(isStill ? [] : shifts).toEqual([]);
  });

  test('the pages that need no session are accessible, and load fast before the sign-in', async () => {
    const { page, complaints, close } = await visit(signedIn().browser, 'about:blank');
    for (const shown of pagesWithoutSession) {
      if (shown.readers === 'visitors') {
        await load(page, shown, mostScript.signIn);
        await expectGoodLooks(page, shown.name, pageLooks(allPages.indexOf(shown)));
      } else {
        await openByLink(page, addressAt(addressOf(shown)));
        // With a session, the page is the same but for its frame, which axe sees on the first.
        const looks = lookAt(allPages.indexOf(shown)).map((look) => ({
          ...look,
          layoutOnly: shown.route !== '/status',
        }));
        await expectGoodLooks(page, `${shown.name}-visitor`, looks);
      }
    }
    expect(complaints).toEqual([]);
    await close();
  });
}

/** Resolves when what is on the page now has been painted: only then can it be seen to move. */
const nextPaint = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

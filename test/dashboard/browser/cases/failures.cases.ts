import { expect, test } from '@jest/globals';
import { seriousFindings } from '../../../support/browser.ts';
import { addressOf, customersPages } from '../all-pages.ts';
import type { SignedIn } from '../signed-in.ts';
import { openByLink, waitUntilLoaded } from '../visit.ts';

/** What pages do when the service, the network or the address is wrong. */
export function testFailures(signedIn: () => SignedIn): void {
  const tab = () => signedIn().opened.page;
  const addressAt = (path: string) => signedIn().world.runtime.dashboardUrl + path;

  test.each(customersPages)('$route reports that the service failed, and recovers with “Try again”', async (failed) => {
    const page = tab();
    const failing = { status: 400, contentType: 'application/problem+json', body: '{}' };
    await page.route('**/v1/**', (route) => route.fulfill(failing));
    await page.goto(addressAt(addressOf(failed, signedIn().keyId)));
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
  });

  test('every page reports that the browser is offline, and recovers by itself', async () => {
    const page = tab();
    await openByLink(page, addressAt('/'));
    await page.context().setOffline(true);
    await page.getByText('You are offline').first().waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
  });

  test('a missing file is not the app', async () => {
    const missing = await fetch(addressAt('/assets/none.js'));
    expect([missing.status, await missing.text()]).toEqual([403, expect.not.stringContaining('<div id="app">')]);
  });

  test('a response that the browser hides is explained', async () => {
    const page = tab();
    const { endpoints, demoUser } = signedIn().world.runtime;
    await openByLink(page, addressAt('/endpoints'));
    // As API Gateway may answer: without the headers that let a page read the response.
    await page.route(`${endpoints.mainnet}/`, async (route) =>
      route.request().method() === 'OPTIONS'
        ? route.continue()
        : route.fulfill({ status: 403, body: '{"message":"Forbidden"}' }),
    );
    await page.getByLabel('Secret', { exact: true }).fill(demoUser?.keys[0]?.secret ?? '');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await response.getByText(/revoked/).waitFor();
    expect(await response.innerText()).not.toMatch(/Failed to fetch|TypeError/);
    await page.unroute(`${endpoints.mainnet}/`);
  });
}

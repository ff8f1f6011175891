import { expect, test } from '@jest/globals';
import type { SignedIn } from '../signed-in.ts';
import { forgetAnswers, openByLink } from '../visit.ts';

/** What pages do when something answers in place of the service, or the service asks to wait or fails for a while. */
export function testDegraded(signedIn: () => SignedIn): void {
  const tab = () => signedIn().opened.page;
  const open = (path: string) => openByLink(tab(), signedIn().world.runtime.dashboardUrl + path);
  const portal = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Hotel</title>' };

  test('a network that asks to sign in is named, and the page continues by itself afterwards', async () => {
    const page = tab();
    await page.route('**/v1/**', (route) => route.fulfill(portal));
    await open('/history');
    const notice = page.getByRole('alert').filter({ hasText: 'Your network answered in place of the service' });
    await notice.first().waitFor();
    expect(await page.getByRole('main').innerText()).not.toContain('Unexpected token');
    await page.unroute('**/v1/**');
    // Nobody clicks on “Try again”.
    await notice.first().waitFor({ state: 'detached' });
    await page
      .getByRole('list', { name: /requests/i })
      .first()
      .waitFor();
  });

  test('figures that lag behind the counters say so, and are read again by themselves until they have caught up', async () => {
    const page = tab();
    const usage = /\/v1\/usage\/keys\?/;
    await page.route(usage, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), keys: [] } });
    });
    await open('/keys');
    const lag = page.getByText(/more (is|are) being counted$/);
    await lag.first().waitFor();
    await page.unroute(usage);
    // Within five seconds; nobody does anything.
    await lag.first().waitFor({ state: 'detached' });
  });

  test('after a 429 the page counts down, and asks for nothing until the time is over', async () => {
    const page = tab();
    await open('/keys');
    let asked = 0;
    await page.route('**/v1/**', (route) => {
      asked += 1;
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '3600' },
        contentType: 'application/json',
        body: '{}',
      });
    });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Activity' }).click();
    const notice = page.getByRole('alert').filter({ hasText: /Try again in (1 h|60 min|59 min)/ });
    await notice.waitFor();
    const before = asked;
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Plan', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
    expect(asked).toBe(before);
    // It would go on waiting.
    await forgetAnswers(page);
  });
}

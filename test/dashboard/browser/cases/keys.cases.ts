import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { seriousFindings } from '../../../support/browser.ts';
import type { SignedIn } from '../signed-in.ts';
import { forgetAnswers, load, openByLink, waitUntilLoaded } from '../visit.ts';

const activeKeys = /\/v1\/keys\?state=active/;

/** Shows one call more of each key than the figures have. */
const countOneMore = (page: Page) =>
  page.route(activeKeys, async (route) => {
    // The page may close while it polls.
    const response = await route.fetch().catch(() => undefined);
    if (!response) return;
    const { keys, ...rest } = v.parse(listedKeys, await response.json());
    const counted = keys.map((key) => ({ ...key, calls: { ...key.calls, today: key.calls.today + 1 } }));
    await route.fulfill({ response, json: { ...rest, keys: counted } });
  });

const listedKeys = v.looseObject({ keys: v.array(v.looseObject({ calls: v.looseObject({ today: v.number() }) })) });

/** Tests of the list of keys and of a key's page, with the demo user's keys. */
export function testKeys(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const open = (path: string) => openByLink(page(), signedIn().world.runtime.dashboardUrl + path);
  const search = () => page().getByRole('searchbox');
  const list = () => page().getByRole('region', { name: 'Your keys' });
  const names = () => list().getByRole('heading', { level: 3 }).allInnerTexts();

  test('the search and the order of keys are in the address, which restores them', async () => {
    await open('/keys?sort=name');
    expect(await names()).toEqual(['development', 'production', 'staging']);
    await search().fill('ing');
    await page().waitForURL((url) => url.searchParams.get('search') === 'ing');
    await page().reload();
    await waitUntilLoaded(page());
    expect([await search().inputValue(), await names()]).toEqual(['ing', ['staging']]);
    await search().fill('nothing like this');
    await list().getByText('No active key matches “nothing like this”').waitFor();
    await search().press('Escape');
    await page().waitForURL((url) => !url.searchParams.has('search'));
    expect(await names()).toHaveLength(3);
  });

  test('compact rows are one line a key, and are remembered', async () => {
    // Of the highest row: keys that were made at once come in any order.
    const height = () =>
      list()
        .getByRole('listitem')
        .evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().height)));
    await page().setViewportSize({ width: 1280, height: 800 });
    await open('/keys');
    const before = await height();
    await page().getByText('Compact', { exact: true }).click();
    expect(before).toBeGreaterThan(100);
    expect(await height()).toBeLessThan(48);
    // Also at the end of a busy day.
    const quota = list()
      .getByRole('meter')
      .first()
      .getByText(/ of 400,000$/);
    await quota.evaluate((value) => value.replaceChildren('399,999 of 400,000'));
    expect(await height()).toBeLessThan(48);
    expect(await seriousFindings(page())).toEqual([]);
    await page().reload();
    await waitUntilLoaded(page());
    expect(await height()).toBeLessThan(48);
    // Calls that are being counted move nothing.
    const quotas = () =>
      list()
        .getByRole('meter')
        .evaluateAll((all) => all.map((quota) => quota.getBoundingClientRect().left));
    const places = await quotas();
    await countOneMore(page());
    // Not a reload, after which other letters may be drawn. The page reads the counters every few seconds.
    await list().getByText('1 more is being counted').first().waitFor({ state: 'attached' });
    expect(await quotas()).toEqual(places);
    expect(await height()).toBeLessThan(48);
    await page().unroute(activeKeys);
    await page().getByText('Detailed', { exact: true }).click();
    expect(await height()).toBe(before);
  });

  test('on a wide page, the figures of a key are in one line each', async () => {
    await page().setViewportSize({ width: 1440, height: 900 });
    await open('/keys');
    const figures = list().getByRole('listitem').first().locator('dl > div');
    const lines = () =>
      figures.evaluateAll((all) => all.map((one) => (one.lastElementChild?.getClientRects()[0]?.height ?? 0) < 30));
    await figures
      .last()
      .locator('time')
      .evaluate((time) => time.replaceChildren('59 seconds ago'));
    expect(await lines()).toEqual([true, true, true]);
  });

  test('a pasted secret finds its key, and only its first characters are kept', async () => {
    const { name, secret = '' } = signedIn().world.runtime.demoUser?.keys[0] ?? {};
    await open('/keys');
    await search().fill(secret);
    await page().waitForURL((url) => url.searchParams.get('search') === secret.slice(0, 8));
    expect([await search().inputValue(), await names()]).toEqual([secret.slice(0, 8), [name]]);
    expect(signedIn().opened.addresses.filter((address) => address.includes(secret.slice(4)))).toEqual([]);
  });

  test('an account with all keys of the largest plan is not led to a larger plan', async () => {
    await page().route(/\/v1\/account$/, async (route) => {
      const account = await (await route.fetch()).json();
      await route.fulfill({ json: { ...account, plan: { ...account.plan, keys: 3 } } });
    });
    await page().route(/\/v1\/plans$/, async (route) => {
      const { plans } = await (await route.fetch()).json();
      await route.fulfill({ json: { plans: plans.map((plan: object) => ({ ...plan, keys: 3 })) } });
    });
    await load(page(), `${signedIn().world.runtime.dashboardUrl}/keys`);
    await page().getByText('3 of 3 keys used. No plan allows more: revoke a key to create another.').waitFor();
    expect(await page().getByText('larger plan').count()).toBe(0);
    await forgetAnswers(page());
  });

  test('the dialogs say what a rotation and a revocation will do', async () => {
    await open('/keys');
    const consequences = page().getByRole('list', { name: 'What will happen' });
    await page().getByRole('button', { name: 'Rotate production' }).click();
    await consequences.getByText(/slc_\w{4}… keeps working for 24 hours, until about/).waitFor();
    await consequences.getByText(/calls in the last 24 hours/).waitFor();
    await page().keyboard.press('Escape');
    await page().getByRole('button', { name: 'Revoke production' }).click();
    await consequences.getByText(/slc_\w{4}… stops working at once/).waitFor();
    await consequences.getByText(/You can create another key in its place/).waitFor();
    await consequences.getByText(/calls in the last 24 hours/).waitFor();
    await page().keyboard.press('Escape');
  });

  test('a key’s page leads to its requests and its activity', async () => {
    await open('/keys');
    await list().getByRole('link', { name: 'production' }).click();
    await page().getByRole('heading', { level: 1, name: 'production' }).waitFor();
    await page().getByRole('link', { name: 'See all activity of this key' }).click();
    await page().getByText('Key created').waitFor();
    await page().goBack();
    await page().getByRole('region', { name: 'List of recent requests' }).getByRole('link').first().click();
    await page().getByText('Request ID').first().waitFor();
    const { pathname, searchParams } = new URL(page().url());
    expect([pathname, searchParams.get('key')?.slice(0, 4)]).toEqual(['/history', 'key_']);
  });
}

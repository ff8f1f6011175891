import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { planTitle } from '../../../../dashboard/format/words.ts';
import type { StatusFile } from '../../../../src/status-page/status-file.ts';
import { settings } from '../../../support/settings.ts';
import { expectGoodLooks, someLooks } from '../looks.ts';
import type { SignedIn } from '../signed-in.ts';
import { load, openByLink, untilTrue, type Visit, visit, waitUntilLoaded } from '../visit.ts';

const activityScript = '**/assets/activity-page-*.js';

/** The frame around the pages: what it does when a page's code is missing, the help, and unknown addresses. */
export function testShell(signedIn: () => SignedIn): void {
  const tab = () => signedIn().opened.page;
  const addressAt = (path: string) => signedIn().world.runtime.dashboardUrl + path;
  const open = (path: string) => openByLink(tab(), addressAt(path));
  const toActivity = (page: Page) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Activity' }).click();
  const activity = (page: Page) => page.getByRole('heading', { level: 1, name: 'Activity' });

  test('on a page that was just opened, the keyboard begins at the skip link', async () => {
    for (const path of ['/usage', '/docs']) {
      await load(tab(), addressAt(path));
      await tab().keyboard.press('Tab');
      expect([path, await tab().evaluate('document.activeElement.textContent')]).toEqual([path, 'Skip to content']);
    }
  });

  test('a page that was not loaded before the browser went offline says so in the shell, and loads by itself', async () => {
    const page = tab();
    await load(page, addressAt('/plan'));
    // Tests before this one may have loaded the page.
    const client = await page.context().newCDPSession(page);
    await client.send('Network.clearBrowserCache');
    await client.detach();
    await page.context().setOffline(true);
    await toActivity(page);
    await page.getByRole('heading', { level: 1, name: 'This page is not loaded yet' }).waitFor();
    await page.getByText('The page will load when you reconnect.').waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/http|preload|fetch/i);
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(true);
    await page.context().setOffline(false);
    await activity(page).waitFor();
  });

  test('a page whose code a new release has removed is reloaded once, and shows', async () => {
    const page = tab();
    await load(page, addressAt('/plan'));
    const newRelease = '<script type="module" src="/assets/index-newer.js"></script>';
    await page.route(activityScript, (route) => route.fulfill({ status: 403, body: '' }));
    await page.route(addressAt('/'), (route) => route.fulfill({ contentType: 'text/html', body: newRelease }));
    let reloads = 0;
    await page.route(addressAt('/activity'), async (route) => {
      reloads += 1;
      await page.unroute(activityScript);
      await route.continue();
    });
    await toActivity(page);
    await activity(page).waitFor();
    expect(reloads).toBe(1);
    await page.unrouteAll();
  });

  test('a page whose code is missing without a new release is not reloaded: “Try again” loads it', async () => {
    const page = tab();
    await load(page, addressAt('/plan'));
    await page.route(activityScript, (route) => route.fulfill({ status: 403, body: '' }));
    await toActivity(page);
    const tryAgain = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await tryAgain.waitFor();
    await page.unroute(activityScript);
    await tryAgain.click();
    await activity(page).waitFor();
  });

  test('an unknown address has the shell with a heading, landmarks and ways on; a visitor’s leads to what the service is for', async () => {
    const visitor = await visit(signedIn().browser, addressAt('/no/such/page'));
    await open('/no/such/page');
    for (const page of [tab(), visitor.page]) {
      await page.getByRole('main').getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      expect(await page.getByRole('banner').count()).toBe(1);
    }
    await visitor.page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await visitor.page.getByText('is a gateway for blockchain JSON-RPC: one key for each workload').waitFor();
    await visitor.page.getByRole('link', { name: 'Networks, limits and prices' }).click();
    await visitor.page.getByRole('heading', { level: 1, name: 'Status' }).waitFor();
    await tab().getByRole('link', { name: 'Go to the overview' }).click();
    await tab().getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  test('the current page is marked without colour, and a narrow menu closes with the next page and with Escape', async () => {
    const page = tab();
    await open('/keys');
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Keys' });
    expect(await link.getAttribute('aria-current')).toBe('page');
    expect(Number(await link.evaluate((it) => getComputedStyle(it).fontWeight))).toBeGreaterThan(600);
    await page.setViewportSize({ width: 360, height: 740 });
    const menu = page.getByRole('button', { name: 'Menu' });
    await page.reload();
    await menu.waitFor();
    // A phone does not render what it does not show.
    expect(await page.locator('header nav').count()).toBe(0);
    await menu.click();
    await page.getByRole('link', { name: 'Usage' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    await menu.click();
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    expect(await menu.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('the help leads to the docs, the API reference, the status and the changelog', async () => {
    const page = tab();
    await open('/keys');
    await page.getByText('Help', { exact: true }).click();
    for (const [link, title] of [
      ['Docs', 'Docs'],
      ['API reference', 'API reference'],
      ['Status', 'Status'],
      ['Changelog', 'Changelog'],
    ] as const) {
      await page.getByRole('list', { name: 'Help' }).getByRole('link', { name: link }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
  });

  describe('the palette and the shortcuts', () => {
    const palette = () => tab().getByRole('dialog', { name: 'Go to' });
    const input = () => palette().getByRole('combobox');

    test('Ctrl-K finds a key by its name and opens it; Escape returns the focus', async () => {
      const page = tab();
      await open('/plan');
      await page.getByRole('link', { name: 'Keys', exact: true }).focus();
      await page.keyboard.press('Control+k');
      await input().waitFor();
      await palette().getByRole('option').first().waitFor();
      expect(await input().evaluate((it) => it === document.activeElement)).toBe(true);
      await expectGoodLooks(page, 'palette', someLooks);
      await page.keyboard.press('Escape');
      await palette().waitFor({ state: 'detached' });
      // The focus returns in a frame after the dialog is gone.
      await untilTrue(page, 'document.activeElement.textContent === "Keys"');
      await page.keyboard.press('Control+k');
      await input().fill('produc');
      await palette().getByRole('option', { name: 'production' }).waitFor();
      const chosen = palette().locator('[role=option][data-focused]');
      expect(await input().getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'production' }).waitFor();
      await untilTrue(page, 'document.activeElement.id === "content"');
    });

    test('a secret that is pasted into the palette is not kept', async () => {
      const { secret = '' } = signedIn().world.runtime.demoUser?.keys[0] ?? {};
      await tab().keyboard.press('Control+k');
      await input().fill(secret);
      expect(await input().inputValue()).toBe(secret.slice(0, 8));
      await input().clear();
      await tab().keyboard.press('Escape');
      await palette().waitFor({ state: 'detached' });
    });

    test('characters open pages, the search and the list of shortcuts, but not while somebody types', async () => {
      const page = tab();
      // A frame keeps that its help is open.
      await load(page, addressAt('/plan'));
      for (const key of ['g', 'k']) await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
      await waitUntilLoaded(page);
      await page.keyboard.press('/');
      const search = page.getByRole('searchbox');
      await untilTrue(page, 'document.activeElement.type === "search"');
      for (const key of ['g', 'u', '?', '/']) await page.keyboard.press(key);
      expect(await search.inputValue()).toBe('gu?/');
      await page.keyboard.press('Escape');
      await search.blur();
      await page.keyboard.press('?');
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await list.getByText('Show these shortcuts').waitFor();
      await expectGoodLooks(page, 'shortcuts', someLooks);
      await list.getByText('Off', { exact: true }).click();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      for (const key of ['?', 'g', 'u']) await page.keyboard.press(key);
      await page.getByText('Help', { exact: true }).click();
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await list.getByText('On', { exact: true }).click();
      await page.keyboard.press('Escape');
      expect(new URL(page.url()).pathname).toBe('/keys');
    });
  });

  test('the reference opens the operation of the address, finds others, and names an opened one in the address', async () => {
    const page = tab();
    await open('/reference#rotateKey');
    await page.getByText('/v1/keys/$KEY_ID/rotate').waitFor();
    await page.getByLabel('Search operations').fill('checkout_required');
    const found = page.getByRole('main').locator('details > summary');
    expect(await found.allInnerTexts()).toEqual([expect.stringContaining('/v1/account/plan')]);
    await found.first().click();
    await page.waitForURL(/#changeAccountPlan$/);
  });

  test('a link in a document opens its page at the heading, without a reload', async () => {
    await open('/docs/management-api');
    const page = tab();
    await page.evaluate('globalThis.isSamePage = true');
    await page.getByRole('main').locator('a[href="/docs/api#limits"]').click();
    await page.waitForURL(/\/docs\/api#limits$/);
    await page.getByRole('heading', { level: 1, name: 'The RPC endpoint' }).waitFor();
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
  });

  test('Network status lists the methods of each network, by group', async () => {
    const page = tab();
    await open('/status');
    const methods = page.getByRole('group').filter({ hasText: 'Methods' }).first();
    await methods.getByText('Methods', { exact: true }).click();
    await methods.getByText('getAccountInfo').waitFor();
    const text = await methods.innerText();
    expect(text).toMatch(/Accounts: getAccountInfo, .*\n+History: getBlock, .*\n+Transactions: .*sendTransaction/);
    expect(text).toContain('A method that is not listed is passed on to a node, once.');
  });

  test('the status has every network with its nodes', async () => {
    await open('/status');
    const { endpoints } = signedIn().world.runtime;
    const titles = await tab().getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    expect(titles.slice(0, Object.keys(endpoints).length).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });

  describe('the status that everybody can read', () => {
    let visitor: Visit;
    let page: Page;
    let changed = (file: StatusFile): StatusFile => file;

    // Its requests to anything but the dashboard's files fail.
    beforeAll(async () => {
      visitor = await visit(signedIn().browser, 'about:blank');
      page = visitor.page;
      await page.route(
        (url) => !url.href.startsWith(addressAt('/')) || url.pathname.startsWith('/v1'),
        (route) => route.abort(),
      );
      await page.route('**/status.json', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: changed(await answer.json()) });
      });
    });
    afterAll(() => visitor.close());

    const loadWith = async (change: typeof changed) => {
      changed = change;
      await load(page, addressAt('/status'));
    };

    test('needs no session, no API, no user pool, no cookie and nothing from elsewhere', async () => {
      await loadWith((file) => file);
      const { complaints, addresses } = visitor;
      const main = page.getByRole('main');
      const titles = await main.getByRole('heading', { level: 2 }).allInnerTexts();
      const networks = Object.keys(signedIn().world.runtime.endpoints);
      for (const title of [...networks, ...networks.map((network) => `${network}, the last 90 days`)]) {
        expect(titles).toContain(title);
      }
      expect(titles.slice(-3)).toEqual(['Calls of the last 30 days', 'Plans and limits', 'About the service']);
      for (const plan of settings.plans)
        await main.getByRole('rowheader', { name: planTitle({ planId: plan.id }) }).waitFor();
      await main.getByRole('row', { name: /Business.*\$499/ }).waitFor();
      expect(await page.context().cookies()).toEqual([]);
      expect(addresses.filter((address) => !address.startsWith(addressAt('/')) && address !== 'about:blank')).toEqual(
        [],
      );
      expect(complaints).toEqual([]);
    });

    test('shows interruptions with their minutes, and figures of calls', async () => {
      const interruption = { from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:12:00Z', minutes: 12 };
      const days = { first: '2026-11-20', watchedMinutes: [1440], downMinutes: [12] };
      const calls = {
        from: '2026-10-27',
        to: '2026-11-25',
        latency: { p50: 21, p95: 80, p99: 240 },
        errorRate: 0.0013,
      };
      await loadWith((file) => ({
        ...file,
        networks: file.networks.map((network) => ({ ...network, days, interruptions: [interruption], calls })),
      }));
      await page
        .getByRole('row', { name: /The network.*10:00:00 UTC.*10:12:00 UTC 12$/ })
        .first()
        .waitFor();
      await page.getByRole('row', { name: /mainnet 21 ms 80 ms 240 ms 0\.13%/ }).waitFor();
      await page.getByText('27 Oct 2026 to 25 Nov 2026').waitFor();
      await page.getByText('Each call of a batch counts with the time of its batch.').waitFor();
    });

    test('says from when it is, and no state, if it is old', async () => {
      await loadWith((file) => ({
        ...file,
        generatedAt: new Date(Date.parse(file.generatedAt) - 3_600_000).toISOString(),
      }));
      await page.getByText('Newer figures are missing').waitFor();
      await page.getByText('The state of the networks is unknown').waitFor();
    });
  });

  test.each([
    ['/llms.txt', /^text\/plain/, /^# /],
    ['/openapi.json', /^application\/json/, /"openapi":"3\.1/],
    ['/docs/api.md', /^text\/markdown; charset=utf-8/, /^# The RPC endpoint/],
    ['/docs/management-api.md', /^text\/markdown; charset=utf-8/, /^# The management API/],
    ['/docs/quota-warning.mjs', /^text\/javascript/, /^\/\/ Warns when a key/],
    ['/docs/changelog.md', /^text\/markdown; charset=utf-8/, /^# Changelog/],
  ])('%s is served beside the dashboard with its type, and revalidated', async (path, type, content) => {
    const answer = await fetch(addressAt(path));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(answer.headers.get('content-type')).toMatch(type);
    expect(await answer.text()).toMatch(content);
  });
}

import type { Locator, Page } from 'playwright-core';
import { startRuntime } from '../../bin/start/runtime.ts';
import { fakeHistory, loadAll } from '../../test/dashboard/browser/cases/fake-history.ts';
import { signIn } from '../../test/dashboard/browser/sign-in.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { median } from '../bench/statistics.ts';

// `npm run lab -- interactions` measures how long the dashboard of a large account takes from an interaction to the next
// paint, on a processor that is slowed four times. Run it on a quiet machine.

const requests = 50_000;
const keys = 200;
const slowedBy = 4;
const rounds = 5;
/** https://web.dev/articles/inp: good. */
const mostMs = 200;

type Interaction = { readonly name: string; readonly path: string; readonly act: (page: Page) => Promise<unknown> };

const click = (target: (page: Page) => Locator) => (page: Page) => target(page).click();
const search = (page: Page) => page.getByRole('searchbox');

const interactions: readonly Interaction[] = [
  { name: 'type into the search of keys', path: '/keys', act: (page) => search(page).pressSequentially('key 1') },
  { name: 'show all keys', path: '/keys', act: click((page) => page.getByText('All', { exact: true })) },
  {
    name: 'open a request',
    path: '/history',
    act: click((page) =>
      page
        .getByRole('list', { name: /requests/i })
        .getByRole('link')
        .nth(3),
    ),
  },
  { name: 'scroll by a page', path: '/history', act: (page) => page.keyboard.press('PageDown') },
  { name: 'load older', path: '/history', act: click((page) => page.getByRole('button', { name: 'Load older' })) },
  { name: 'fold the filters', path: '/history', act: click((page) => page.getByRole('button', { name: 'Filters' })) },
  { name: 'open the outcomes', path: '/history', act: click((page) => page.getByRole('button', { name: /Outcome$/ })) },
  { name: '7 days', path: '/usage', act: click((page) => page.getByText('7 days', { exact: true })) },
  {
    name: 'to the keys',
    path: '/usage',
    act: click((page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Keys' })),
  },
  {
    name: 'to the history',
    path: '/keys',
    act: click((page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'History' })),
  },
];

/** Starts to note the longest time from an interaction to the next paint, in a variable of the page. */
const observe = `{
  globalThis.noted = { longest: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
}`;

/** Answers with an account of many keys: the first of the real ones, under other names. */
async function fakeKeys(page: Page): Promise<void> {
  await page.route(/\/v1\/keys\?/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    // The account may have revoked none.
    const url = route.request().url().replace('state=revoked', 'state=active');
    const answer = await route.fetch({ url: url.replace(/&cursor=[^&]*/, '') });
    const [real] = (await answer.json()).keys;
    const isActive = searchParams.get('state') === 'active';
    const all = Array.from({ length: isActive ? 40 : keys - 40 }, (_, index) => ({
      ...(real ?? {}),
      keyId: `key_${String(index + (isActive ? 0 : 40)).padStart(26, '0')}`,
      name: `key ${index}`,
      state: isActive ? 'active' : 'revoked',
    }));
    const first = Number(searchParams.get('cursor') ?? 0);
    const end = first + Number(searchParams.get('limit') ?? 50);
    const nextCursor = end < all.length ? String(end) : null;
    await route.fulfill({ response: answer, json: { keys: real ? all.slice(first, end) : [], nextCursor } });
  });
}

async function open(page: Page, path: string, name: string): Promise<void> {
  await page.goto(runtime.dashboardUrl + path);
  await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  if (path === '/history' && name !== 'load older') await loadAll(page);
}

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
  const client = await page.context().newCDPSession(page);
  for (const { name, path, act } of interactions) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      // To load all requests again takes a minute.
      if (round === 0 || path !== '/history') await open(page, path, name);
      await page.keyboard.press('Escape');
      await client.send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
      await page.evaluate(observe);
      await act(page);
      await page.waitForTimeout(1_000);
      times.push(Number(await page.evaluate('noted.longest')));
    }
    const middle = median(times);
    console.log(`${middle <= mostMs ? 'ok  ' : 'slow'} ${name}: ${middle} ms`, times);
    if (middle > mostMs) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await runtime.stop();
}

import type { Locator, Page } from 'playwright-core';
import { median } from '../bench/statistics.ts';
import { withLargeAccount } from './large-account.ts';

// `npm run lab -- interactions [PAGE…]` measures how long the dashboard of a large account takes from an interaction to the
// next paint, on a processor that is slowed four times. Run it on a quiet machine.

const slowedBy = 4;
const rounds = 5;
/** https://web.dev/articles/inp: good. */
const mostMs = 200;
/** Ten pages of the fake history. Each of the service has 100 requests, so a user has pressed “Load older” 29 times. */
const loadedRows = 3_000;
/** The entries of events come after the paint that they wait for. */
const settlesMs = 1_000;

type Interaction = {
  readonly name: string;
  readonly page: 'keys' | 'history' | 'usage';
  readonly before?: (page: Page) => Promise<unknown>;
  /** What is clicked: found before the measurement, because to find it is work for the page. */
  readonly target?: (page: Page) => Locator;
  /** Default: clicks the target. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Waits for what the interaction shows: one that did nothing would be fast. */
  readonly shown: (page: Page) => Promise<unknown>;
  /** Before the next round, if the page stays open. */
  readonly undo?: (page: Page) => Promise<unknown>;
};

const state = (page: Page, name: string) => page.getByText(name, { exact: true }).first();
const keyRow = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true }).waitFor();
const filters = (page: Page) => page.getByRole('button', { name: 'Filters', exact: true });
const outcome = (page: Page) => page.getByLabel('Outcome', { exact: true });
const pageLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

const interactions: readonly Interaction[] = [
  {
    name: 'type into the search of keys',
    page: 'keys',
    target: (page) => page.getByRole('searchbox'),
    act: (page) => page.keyboard.type('key 1'),
    shown: (page) => page.getByText(/^1\d of 40 keys match\.$/).waitFor(),
  },
  {
    name: 'show all keys',
    page: 'keys',
    target: (page) => state(page, 'All'),
    shown: (page) => keyRow(page, 'revoked key 9'),
  },
  {
    name: 'show revoked keys',
    page: 'keys',
    target: (page) => state(page, 'Revoked'),
    shown: (page) => keyRow(page, 'revoked key 49'),
  },
  {
    name: 'show more keys',
    page: 'keys',
    before: async (page) => {
      await state(page, 'All').click();
      await keyRow(page, 'revoked key 9');
    },
    target: (page) => page.getByRole('button', { name: 'Show more' }),
    shown: (page) => keyRow(page, 'revoked key 59'),
  },
  {
    name: 'load older',
    page: 'history',
    target: (page) => page.getByRole('button', { name: 'Load older' }),
    shown: (page) => untilTrue(page, `${rowCount} === 600`),
  },
  {
    name: 'scroll by a page',
    page: 'history',
    act: (page) => page.keyboard.press('PageDown'),
    shown: (page) => untilTrue(page, 'scrollY > 100'),
    undo: (page) => page.evaluate('scrollTo(0, 0)'),
  },
  {
    name: 'fold the filters',
    page: 'history',
    target: filters,
    shown: (page) => outcome(page).waitFor({ state: 'detached' }),
    undo: (page) => filters(page).click(),
  },
  {
    name: 'open the outcomes',
    page: 'history',
    target: outcome,
    // The list itself is the browser's, and in no document.
    shown: (page) => untilTrue(page, 'document.activeElement.matches("select")'),
    undo: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'open the columns',
    page: 'history',
    target: (page) => page.getByRole('button', { name: 'Columns' }),
    shown: (page) => page.getByRole('checkbox', { name: 'Size' }).waitFor(),
    undo: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'open a request',
    page: 'history',
    target: (page) => page.locator('[role=listitem] > a').nth(3),
    shown: (page) => page.getByRole('complementary', { name: 'Request' }).waitFor(),
    undo: (page) => page.goBack(),
  },
  {
    name: '7 days',
    page: 'usage',
    target: (page) => page.getByText('7 days', { exact: true }),
    shown: (page) => page.getByText('Page 1 of 7').waitFor(),
  },
  {
    name: 'from the usage to the keys',
    page: 'usage',
    target: (page) => pageLink(page, 'Keys'),
    shown: (page) => heading(page, 'Keys'),
  },
  {
    name: 'from the keys to the history',
    page: 'keys',
    target: (page) => pageLink(page, 'History'),
    shown: (page) => heading(page, 'History'),
  },
];

const rowCount = 'document.querySelectorAll("[role=listitem] > a").length';

/** Waits until an expression is true in the page. */
async function untilTrue(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(100);
}

/** Loads rows by the button. In the page, because to find a button by its role walks through all rows. */
const loadRows = `(async () => {
  while (${rowCount} < ${loadedRows}) {
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Load older')?.click();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
})()`;

/** Starts to note the longest time from an interaction to the next paint, in a variable of the page. */
const observe = `{
  globalThis.noted = { longest: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
}`;

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

/** Finds an element, and returns how to click it: at its place, without work for the page. */
async function clickOn(page: Page, target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  // What comes into sight gets its real height, and may push the element out again.
  await page.waitForTimeout(settlesMs);
  await target.scrollIntoViewIfNeeded();
  const element = await target.elementHandle();
  return async () => {
    const box = await element?.boundingBox();
    if (!box) throw new Error('There is nothing to click.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
}

/** Every round begins on a page that was loaded again, or after `undo` with thousands of requests loaded. */
async function measure(page: Page, url: string, interaction: Interaction): Promise<number[]> {
  const { before, target, act, shown, undo } = interaction;
  const client = await page.context().newCDPSession(page);
  const slowDown = (rate: number) => client.send('Emulation.setCPUThrottlingRate', { rate });
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round === 0 || !undo) await open(page, url);
    if (round === 0 && undo) await page.evaluate(loadRows);
    if (undo) await page.evaluate('scrollTo(0, 0)');
    await before?.(page);
    const click = target && (await clickOn(page, target(page)));
    if (act) await click?.();
    await page.waitForTimeout(settlesMs);
    await slowDown(slowedBy);
    await page.evaluate(observe);
    await (act ? act(page) : click?.());
    await page.waitForTimeout(settlesMs);
    times.push(Number(await page.evaluate('noted.longest')));
    await slowDown(1);
    await shown(page);
    await undo?.(page);
  }
  await client.detach();
  return times;
}

const chosen = process.argv.slice(2);
await withLargeAccount(async (page, dashboardUrl) => {
  for (const interaction of interactions.filter((one) => chosen.length === 0 || chosen.includes(one.page))) {
    const times = await measure(page, `${dashboardUrl}/${interaction.page}`, interaction);
    const middle = median(times);
    console.log(`${middle <= mostMs ? 'ok  ' : 'slow'} ${interaction.name}: ${middle} ms`, times);
    if (middle > mostMs) process.exitCode = 1;
  }
});

import type { Locator, Page } from 'playwright-core';
import { median } from '../bench/statistics.ts';
import { type Interaction, interactions, rowCount } from './clicks-and-keys.ts';
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

import type { CDPSession, Page } from 'playwright-core';
import { withLargeAccount } from './large-account.ts';

// `npm run lab -- page-memory` measures the heap of a tab that stays open: when each page was shown once, then twelve times,
// and after 200 further changes of page. The growth is that since the second reading: until then, the browser still compiles
// code, and the cache fills, which keeps answers for five minutes.

const warmUps = 12;
const changes = 200;
const mostGrowth = 1.2;

/** The bytes of the heap that are in use. What finalizers release is gone with the next collection. */
async function heapBytes(client: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await client.send('HeapProfiler.collectGarbage');
  return (await client.send('Runtime.getHeapUsage')).usedSize;
}

/** Opens pages one after the other by the navigation, and ends on the first one. */
async function changePages(page: Page, names: readonly string[], count: number): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Pages' });
  for (let change = 1; change <= count; change += 1) {
    const name = names[change % names.length] ?? '';
    await links.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'detached' });
  }
}

await withLargeAccount(async (page) => {
  const client = await page.context().newCDPSession(page);
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const names = (await links.allInnerTexts()).map((name) => name.trim());
  await changePages(page, names, names.length);
  const first = await heapBytes(client);
  await changePages(page, names, (warmUps - 1) * names.length);
  const before = await heapBytes(client);
  await changePages(page, names, Math.ceil(changes / names.length) * names.length);
  const after = await heapBytes(client);
  const growth = after / before;
  console.log(
    `heap: ${first} bytes at first, ${before} after ${warmUps} visits, ${after} after ${changes} more changes`,
  );
  console.log(`× ${growth.toFixed(3)} (at most × ${mostGrowth})`);
  if (growth > mostGrowth) process.exitCode = 1;
});

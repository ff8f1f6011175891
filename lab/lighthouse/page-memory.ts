import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { thisMachine } from '../bench/machine.ts';
import { thisRun } from '../bench/this-run.ts';
import { type Heap, readHeap } from './heap.ts';
import { withLargeAccount } from './large-account.ts';

// `npm run lab -- page-memory` measures the heap of a tab that stays open: on its first page, when each page was shown once,
// then twelve times, and after 200 further changes of page. The growth is that of everything but compiled code, since each
// page was shown once: the browser compiles functions again, to larger and faster code, the more often they are called.

const visits = 12;
const changes = 200;
const mostGrowth = 1.2;
const provenance = thisRun('npm run lab -- page-memory');

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

const withoutCode = ({ native, data }: Heap): number => native + data;
const total = (heap: Heap): number => heap.code + withoutCode(heap);

await withLargeAccount(async (page, dashboardUrl) => {
  const client = await page.context().newCDPSession(page);
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  // As a tab that was opened with a session: without the code of the sign-in.
  await page.goto(dashboardUrl);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const names = (await links.allInnerTexts()).map((name) => name.trim());
  const firstPage = await readHeap(client);
  await changePages(page, names, names.length);
  const eachPageOnce = await readHeap(client);
  await changePages(page, names, (visits - 1) * names.length);
  const eachPageOften = await readHeap(client);
  await changePages(page, names, Math.ceil(changes / names.length) * names.length);
  const after = await readHeap(client);

  const readings = { firstPage, eachPageOnce, eachPageOften, after };
  for (const [name, heap] of Object.entries(readings)) {
    const times = (bytes: (heap: Heap) => number) => `× ${(bytes(after) / bytes(heap)).toFixed(3)}`;
    console.log(name, heap, `grows ${times(total)}, without compiled code ${times(withoutCode)}`);
  }
  const results = new URL('results/', import.meta.url);
  mkdirSync(results, { recursive: true });
  const measured = {
    ...provenance,
    visits,
    changes,
    machine: thisMachine(),
    browser: page.context().browser()?.version(),
    readings,
  };
  const file = `page-memory-${provenance.date.slice(0, 10)}.json`;
  writeFileSync(new URL(file, results), `${JSON.stringify(measured, null, 1)}\n`);
  const growth = withoutCode(after) / withoutCode(eachPageOnce);
  console.log(`× ${growth.toFixed(3)} (at most × ${mostGrowth})`);
  if (growth > mostGrowth) process.exitCode = 1;
});

import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { startDemoTraffic } from '../../../bin/start/demo-traffic.ts';
import { startRuntime } from '../../../bin/start/runtime.ts';
import { launchBrowser } from '../../support/browser.ts';
import { signIn } from './sign-in.ts';
import { visit } from './visit.ts';

// `npm run pictures` retakes the screenshots of README and docs, from the local runtime with the demo customer's week.

const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

const pictures = [
  { name: 'overview-light', path: '/', colorScheme: 'light' },
  { name: 'overview-dark', path: '/', colorScheme: 'dark' },
  { name: 'usage-light', path: '/usage', colorScheme: 'light' },
  { name: 'usage-dark', path: '/usage', colorScheme: 'dark' },
] as const;

/** Waits until every request of the page is answered and its charts have pixels: an empty chart has an empty canvas. */
async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => {
    const isDrawn = (canvas: HTMLCanvasElement) =>
      canvas
        .getContext('2d')
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value) => value !== 0) === true;
    const charts = [...document.querySelectorAll('canvas')];
    // A figure that is still being loaded is an ellipsis.
    const isLoading = [...document.querySelectorAll('main *')].some(({ textContent }) => textContent?.trim() === '…');
    const hasStatus = document.querySelector('[role=status][aria-label^=Loading]') !== null;
    return !isLoading && !hasStatus && charts.length > 0 && charts.every(isDrawn);
  });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const runtime = await startRuntime({ demoUser: true });
const { demoUser } = runtime;
const browser = await launchBrowser();
try {
  if (!demoUser) throw new Error('The runtime has made no demo user.');
  await runtime.drained();
  const stopTraffic = startDemoTraffic(runtime);
  for (const { name, path, colorScheme } of pictures) {
    const { page, complaints, close } = await visit(browser, runtime.dashboardUrl, { colorScheme });
    await signIn(page, demoUser);
    await page.goto(runtime.dashboardUrl + path);
    await untilLoaded(page);
    // PNG with all its colours; the height of a window, as a whole page is too long to be read beside text.
    await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
    if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('; ')}`);
    console.log(`docs/images/${name}.png`);
    await close();
  }
  await stopTraffic();
} finally {
  await browser.close();
  await runtime.stop();
}

import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { startDemoTraffic } from '../../../bin/start/demo-traffic.ts';
import { type Runtime, startRuntime } from '../../../bin/start/runtime.ts';
import { launchBrowser } from '../../support/browser.ts';
import { goToCheckout, payWith } from './payment.ts';
import { password, signIn, signUp } from './sign-in.ts';
import { visit } from './visit.ts';

// `npm run pictures` retakes the screenshots of README and docs, from the local runtime with the demo customer's week and a
// customer who pays. `npm run pictures -- plan` retakes those whose name contains "plan".

const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

const pictures = [
  { name: 'overview-light', path: '/', colorScheme: 'light', charts: 1 },
  { name: 'overview-dark', path: '/', colorScheme: 'dark', charts: 1 },
  { name: 'usage-light', path: '/usage', colorScheme: 'light', charts: 1 },
  { name: 'usage-dark', path: '/usage', colorScheme: 'dark', charts: 1 },
  { name: 'plan-light', path: '/plan', colorScheme: 'light', charts: 0 },
  { name: 'plan-dark', path: '/plan', colorScheme: 'dark', charts: 0 },
] as const;

const [wanted = ''] = process.argv.slice(2);
const chosen = pictures.filter(({ name }) => name.includes(wanted));

/** Waits until every request of the page is answered and its charts have pixels: an empty chart has an empty canvas. */
async function untilLoaded(page: Page, atLeast: number): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction((expected) => {
    const isDrawn = (canvas: HTMLCanvasElement) =>
      canvas
        .getContext('2d')
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value) => value !== 0) === true;
    const charts = [...document.querySelectorAll('canvas')];
    // A figure that is still being loaded is an ellipsis.
    const isLoading = [...document.querySelectorAll('main *')].some(({ textContent }) => textContent?.trim() === '…');
    const hasStatus = document.querySelector('[role=status][aria-label^=Loading]') !== null;
    return !isLoading && !hasStatus && charts.length >= expected && charts.every(isDrawn);
  }, atLeast);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Signs up a customer, who pays for a plan. */
async function makePayer({ dashboardUrl, confirmationCode }: Runtime, browser: Browser) {
  const email = 'ann@example.com';
  const { page, close } = await visit(browser, dashboardUrl);
  await signUp(page, email, confirmationCode);
  await page.getByRole('link', { name: 'Plan', exact: true }).click();
  await goToCheckout(page, 'Developer');
  await payWith(page, 'Card that pays');
  await page.getByText('You are on the Developer plan').waitFor();
  await close();
  return { email, password };
}

const runtime = await startRuntime({ demoUser: true, billing: true });
const { demoUser } = runtime;
const browser = await launchBrowser();
try {
  if (!demoUser) throw new Error('The runtime has made no demo user.');
  await runtime.drained();
  const stopTraffic = startDemoTraffic(runtime);
  const payer = await makePayer(runtime, browser);
  for (const { name, path, colorScheme, charts } of chosen) {
    const { page, complaints, close } = await visit(browser, runtime.dashboardUrl, { colorScheme });
    await signIn(page, path === '/plan' ? payer : demoUser);
    await page.goto(runtime.dashboardUrl + path);
    await untilLoaded(page, charts);
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

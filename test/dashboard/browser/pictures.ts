import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { startDemoTraffic } from '../../../bin/start/demo-traffic.ts';
import { type Runtime, startRuntime } from '../../../bin/start/runtime.ts';
import { launchBrowser } from '../../support/browser.ts';
import { goToCheckout, payWith } from './payment.ts';
import { password, signIn, signUp } from './sign-in.ts';
import { visit, waitUntilLoaded } from './visit.ts';

// `npm run pictures` retakes the screenshots of README and docs, from the local runtime with the demo customer's week and a
// customer who pays. `npm run pictures -- plan` retakes those whose name contains "plan".

const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

const pictures = [
  { name: 'overview-light', path: '/', colorScheme: 'light', hasChart: true },
  { name: 'overview-dark', path: '/', colorScheme: 'dark', hasChart: true },
  { name: 'usage-light', path: '/usage', colorScheme: 'light', hasChart: true },
  { name: 'usage-dark', path: '/usage', colorScheme: 'dark', hasChart: true },
  { name: 'plan-light', path: '/plan', colorScheme: 'light', hasChart: false },
  { name: 'plan-dark', path: '/plan', colorScheme: 'dark', hasChart: false },
] as const;

const [wanted = ''] = process.argv.slice(2);
const chosen = pictures.filter(({ name }) => name.includes(wanted));

/** Waits until nothing is loading, and charts have bars. */
async function untilLoaded(page: Page, hasChart: boolean): Promise<void> {
  await waitUntilLoaded(page);
  // A figure that is still being loaded is an ellipsis.
  await page.getByText('…', { exact: true }).first().waitFor({ state: 'detached' });
  if (hasChart) await page.locator('figure svg path[fill^="url("]').first().waitFor();
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
  // Without a run of watch, the state of the networks is not known.
  await runtime.runScheduled();
  const stopTraffic = startDemoTraffic(runtime);
  const payer = await makePayer(runtime, browser);
  for (const { name, path, colorScheme, hasChart } of chosen) {
    const { page, complaints, close } = await visit(browser, runtime.dashboardUrl, { colorScheme });
    await signIn(page, path === '/plan' ? payer : demoUser);
    await page.goto(runtime.dashboardUrl + path);
    await untilLoaded(page, hasChart);
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

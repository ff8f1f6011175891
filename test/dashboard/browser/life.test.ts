import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Runtime } from '../../../bin/start/runtime.ts';
import { launchBrowser } from '../../support/browser.ts';
import { call, post } from '../../support/rpc.ts';
import { startTestRuntime, type TestRuntime, usageOf } from '../../support/test-runtime.ts';
import { testLives } from './cases/lives.cases.ts';
import { signUp } from './sign-in.ts';
import { type Visit, visit } from './visit.ts';

const name = 'life of a key';
const email = 'ada@example.com';

let world: TestRuntime;
let runtime: Runtime;
let browser: Browser;
let ada: Visit;
let page: Page;
/** Every secret that was shown, in the order in which the key had them. */
const secrets: string[] = [];
let keyId = '';

beforeAll(async () => {
  [world, browser] = await Promise.all([startTestRuntime(), launchBrowser()]);
  runtime = world.runtime;
  ada = await visit(browser, runtime.dashboardUrl);
  page = ada.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** The heights at which the button below a secret is drawn in its dialog, in each frame until they are read. */
const heights = 'savedButtonHeights';
const noteHeights = `(() => {
  globalThis.${heights} = [];
  const note = () => {
    if (!globalThis.${heights}) return;
    const dialog = document.querySelector('[role=dialog]');
    const button = [...(dialog?.querySelectorAll('button') ?? [])].find((one) => one.textContent === 'I have saved it');
    if (button) ${heights}.push(Math.round(button.getBoundingClientRect().y - dialog.getBoundingClientRect().y));
    requestAnimationFrame(note);
  };
  note();
})()`;
const readHeights = `(() => {
  const noted = new Set(${heights});
  globalThis.${heights} = undefined;
  return [...noted];
})()`;

/** Presses a button that makes a secret; reads the secret that is shown, and confirms that it is saved. */
async function makeSecret(button: Locator): Promise<string> {
  await page.evaluate(noteHeights);
  await button.click();
  const shown = page.getByRole('dialog');
  const secret = (await shown.getByRole('region', { name: 'secret', exact: true }).innerText()).trim();
  expect(secret).toMatch(/^slc_[0-9A-Za-z]{38}$/);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await shown.waitFor({ state: 'detached' });
  // A button that moves under the pointer loses the click.
  expect(await page.evaluate(readHeights)).toHaveLength(1);
  secrets.push(secret);
  return secret;
}

const goTo = async (to: string) => {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: to }).click();
  await page.getByRole('heading', { level: 1, name: to }).waitFor();
};

/** Sends getHealth with the request tester; returns the text of the response. */
async function tryOn(network: 'mainnet' | 'devnet', secret: string): Promise<string> {
  const use = page.getByRole('button', { name: `Use below: Solana ${network}` });
  // The network that is used already has no button.
  if ((await use.count()) > 0) await use.click();
  await page.getByLabel('Secret', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await response.getByText(new RegExp(`^getHealth on ${network}: `)).waitFor();
  await response.getByLabel('Loading the response').waitFor({ state: 'detached' });
  return response.innerText();
}

test('a visitor signs up, confirms the address and is on the free plan at once', async () => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signUp(page, email, runtime.confirmationCode);
  await page.getByRole('heading', { name: 'Welcome to Sluice' }).waitFor();
  await goTo('Plan');
  const held = page.getByRole('listitem').filter({ hasText: 'Your plan' });
  expect(await held.getByRole('heading').innerText()).toBe('Free');
});

test('while the service takes no payments, the plan page says whom to ask for a priced plan', async () => {
  const developer = page.getByRole('listitem', { name: 'Developer' });
  await developer.getByText('Ask the operator for this plan.').waitFor();
  expect(await developer.innerText()).toMatch(/\$49\s+per month/);
  expect(await developer.getByRole('button').count()).toBe(0);
});

test('a key is created, and its secret is shown once', async () => {
  await goTo('Keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  const created = page.waitForResponse(/\/v1\/keys$/);
  const secret = await makeSecret(dialog.getByRole('button', { name: 'Create key' }));
  ({ keyId } = (await (await created).json()).key);
  const row = page.getByRole('listitem', { name });
  expect(await row.innerText()).toContain(secret.slice(0, 8));
  expect(await page.content()).not.toContain(secret);
});

test('the request tester calls both networks with it', async () => {
  await goTo('Endpoints');
  const [secret = ''] = secrets;
  expect(await tryOn('mainnet', secret)).toMatch(/200[\s\S]*result:\s+"ok"/);
  expect(await tryOn('devnet', secret)).toMatch(/200[\s\S]*result:\s+"ok"/);
});

/** The figures of a row, without the lines that tell screen readers where a figure leads. */
const withoutLinkTexts = (row: string): string => row.replaceAll(/^.*see the requests.*$/gm, '');

test('usage and history show those calls, and the overview counts them', async () => {
  await runtime.drained();
  await goTo('Usage');
  const byMethod = page.getByRole('region', { name: 'Figures, by method' });
  const ofHealth = byMethod.getByRole('row', { name: /^getHealth/ });
  // What the browser does not draw, because it is far from the window, has no text.
  await byMethod.scrollIntoViewIfNeeded();
  await ofHealth.waitFor();
  expect(withoutLinkTexts(await ofHealth.innerText())).toMatch(/getHealth\s+100%\s+2\s+0\s/);
  const byNetwork = page.getByRole('region', { name: 'Figures, by network' });
  await byNetwork.scrollIntoViewIfNeeded();
  await byNetwork.getByRole('row').last().waitFor();
  expect((await byNetwork.getByRole('row').allInnerTexts()).map(withoutLinkTexts)).toEqual([
    expect.stringContaining('Network'),
    expect.stringMatching(/net\s+50%\s+1\s/),
    expect.stringMatching(/net\s+50%\s+1\s/),
  ]);
  await goTo('History');
  const requests = page.getByRole('listitem').filter({ hasText: 'getHealth' });
  await requests.nth(1).waitFor();
  expect(await requests.count()).toBe(2);
  await goTo('Overview');
  await page.getByText('2 of 10,000').waitFor();
});

test('a rotation without a grace period ends the old secret at once, and the new one works', async () => {
  await goTo('Keys');
  await page.getByRole('button', { name: `Rotate ${name}` }).click();
  await page.getByRole('radio', { name: /none|no grace|at once/i }).check({ force: true });
  const renewed = await makeSecret(page.getByRole('button', { name: 'Rotate key', exact: true }));
  await goTo('Endpoints');
  expect(await tryOn('mainnet', secrets[0] ?? '')).toContain('403');
  expect(await tryOn('mainnet', renewed)).toContain('200');
});

test('a revoked key is refused on its next request, and the refusal is in its history', async () => {
  await goTo('Keys');
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByLabel(`To confirm, type ${name}`).fill(name);
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText(`“${name}” is revoked`).waitFor();
  await goTo('Endpoints');
  expect(await tryOn('devnet', secrets[1] ?? '')).toContain('403');
  await untilRefusalIsRecorded(secrets[1] ?? '');
  await goTo('History');
  await page.getByRole('listitem').filter({ hasText: 'Key revoked' }).first().getByRole('link').click();
  await page.getByRole('link', { name: `${name} (revoked)`, exact: true }).click();
  await page.waitForURL(/key=key_/);
});

/** Processes hold refusals for some ten seconds at most. */
const mostWaitMs = 60_000;

/** A process sums the refusals of one second, and records them with a request of a later second. */
async function untilRefusalIsRecorded(secret: string): Promise<void> {
  const isRecorded = async () =>
    (await usageOf(world, { keyId })).records.some(({ outcome }) => outcome === 'key_revoked');
  const end = Date.now() + mostWaitMs;
  while (!(await isRecorded())) {
    expect(Date.now()).toBeLessThan(end);
    const { status } = await post(runtime.endpoints.devnet ?? '', secret, call('getHealth'));
    expect(status).toBe(403);
    await runtime.drained();
  }
}

test('another account sees nothing of it', async () => {
  const address = new URL(page.url());
  const bob = await visit(browser, runtime.dashboardUrl);
  await signUp(bob.page, 'bob@example.com', runtime.confirmationCode);
  await bob.page.getByRole('link', { name: 'Keys', exact: true }).click();
  await bob.page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  expect(await bob.page.getByText(name).count()).toBe(0);
  expect(address.searchParams.get('key')).toBe(keyId);
  for (const path of [address.pathname + address.search, `/usage?key=${keyId}`]) {
    await bob.page.goto(runtime.dashboardUrl + path);
    await bob.page.getByRole('heading', { level: 1 }).waitFor();
    await bob.page.waitForLoadState('networkidle');
    expect(await bob.page.getByText(name).count()).toBe(0);
    expect(await bob.page.getByText('getHealth').count()).toBe(0);
  }
  expect(bob.complaints).toEqual([]);
  await bob.close();
});

test('signing out ends the session in that browser', async () => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${runtime.dashboardUrl}/keys`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toMatch(/Token|eyJ/);
});

test('no secret was in a URL, in storage or in a log line, and the browser reported no error', async () => {
  expect(secrets).toHaveLength(2);
  const kept = String(await page.evaluate('JSON.stringify([localStorage, sessionStorage])'));
  const logged = runtime.logs().map(({ line }) => line);
  for (const secret of secrets) {
    expect(ada.addresses.filter((address) => address.includes(secret))).toEqual([]);
    expect(kept).not.toContain(secret);
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
  }
  expect(ada.complaints).toEqual([]);
});

describe('a customer’s life', () => testLives(() => ({ runtime, browser })));

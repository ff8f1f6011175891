import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import type { Runtime } from '../../../bin/start/runtime.ts';
import { totp } from '../../../packages/cdk-local/test/user-pool/totp.ts';
import { launchBrowser, seriousFindings } from '../../support/browser.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { askForCode, finishSignUp, password, signIn, signUp, submitSignIn } from './sign-in.ts';
import { goTo, type Visit, visit } from './visit.ts';

const email = 'ada@example.com';
const newEmail = 'ada@lovelace.example';
const newPassword = 'staple engine analytical';

let world: TestRuntime;
let runtime: Runtime;
let browser: Browser;
let ada: Visit;
let page: Page;
let recoveryCodes: string[] = [];
let setupKey = '';

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

/** As a link does, which takes a quarter of a load. */
const open = (path: string) => goTo(page, path);
const card = (name: string) => page.getByRole('region', { name, exact: true });
const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const enterAppCode = async (tab: Page) => {
  await tab.getByLabel('Code').fill(totp(setupKey));
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
};
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

/** Runs in the page: how many lines the text of an element has. */
function linesOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects().length;
}

/** Lets the user pool answer a sign-in as it does for a code of yesterday. */
async function expireCodes(): Promise<void> {
  await page.route(`${runtime.userPool.url}/**`, (route) =>
    route.request().headers()['x-amz-target']?.endsWith('RespondToAuthChallenge')
      ? route.fulfill({
          status: 400,
          headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' },
          json: {
            __type: 'NotAuthorizedException',
            message: 'Temporary password has expired and must be reset by an administrator.',
          },
        })
      : route.continue(),
  );
}

test('a visitor who reloads the page goes on; a wrong and an expired code are named as such', async () => {
  await askForCode(page, email);
  expect(await seriousFindings(page)).toEqual([]);
  await page.reload();
  await page.getByText(email).waitFor();
  expect(page.url()).not.toContain('ada');
  await finishSignUp(page, 'abcdefghjkmn');
  await page.getByText('That code is incorrect.').waitFor();
  const code = await runtime.confirmationCode(email);
  await expireCodes();
  await finishSignUp(page, code);
  await page.getByText('This code has expired').waitFor();
  await page.unroute(`${runtime.userPool.url}/**`);
  await page.getByRole('button', { name: /^Send a new code in \d+ s$/ }).waitFor();
  await finishSignUp(page, ` ${code.slice(0, 6)}-${code.slice(6).toUpperCase()} `);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('asking for too many codes says how long to wait', async () => {
  const body = JSON.stringify({ email: 'often@example.com' });
  const ask = () =>
    fetch(`${runtime.apiUrl}/v1/sign-up`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  for (let answer = await ask(); answer.status !== 429; answer = await ask()) expect(answer.status).toBe(202);
  const { page: tab, complaints, close } = await visit(browser, `${runtime.dashboardUrl}/sign-up`);
  await tab.getByLabel('Email address').fill('often@example.com');
  await tab.getByRole('button', { name: 'Send code' }).click();
  expect(await tab.getByRole('alert').innerText()).toMatch(/^Too many requests\s+Try again in \d+ (s|min|h \d+ min)\./);
  expect(complaints).toEqual([]);
  await close();
});

// Choosing the password the second time also proves that a press on the button is not lost while an error goes away.
test('a code also works at the sign-in, which asks for a password and goes on to the page that was asked for', async () => {
  const { page: tab, complaints, close } = await visit(browser, runtime.dashboardUrl);
  await askForCode(tab, 'grace@example.com');
  const grace = { email: 'grace@example.com', password: await runtime.confirmationCode('grace@example.com') };
  await tab.goto(`${runtime.dashboardUrl}/keys`);
  await submitSignIn(tab, grace);
  await tab.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await tab.getByRole('button', { name: 'Back' }).click();
  await submitSignIn(tab, grace);
  await tab.getByLabel('New password', { exact: true }).fill('too short');
  await tab.getByRole('button', { name: 'Set password and sign in' }).click();
  await tab.getByText('The password must have at least 12 characters.').waitFor();
  expect(await seriousFindings(tab)).toEqual([]);
  await tab.getByLabel('New password', { exact: true }).fill(password);
  await tab.getByRole('button', { name: 'Set password and sign in' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('the account ID has one line on a laptop', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open('/account');
  const lines = await card('Profile').locator('code').evaluate(linesOf);
  expect(lines).toBe(1);
});

test('a second factor is set up with the key and the password, and ten recovery codes are shown once', async () => {
  await open('/account');
  await card('Two-factor authentication').getByRole('button', { name: 'Set up' }).click();
  await dialog().getByRole('img', { name: 'QR code with the setup key' }).waitFor();
  setupKey = (await dialog().getByRole('region', { name: 'setup key' }).innerText()).trim();
  await dialog().getByLabel('Code').fill('000000');
  await dialog().getByLabel('Password', { exact: true }).fill('not the password');
  await press('Turn on');
  await dialog().getByText('That code is incorrect.').waitFor();
  await dialog().getByLabel('Code').fill(totp(setupKey));
  await press('Turn on');
  await dialog().getByText('The password is incorrect.').waitFor();
  await dialog().getByLabel('Password', { exact: true }).fill(password);
  await press('Turn on');
  const shown = dialog().getByRole('region', { name: 'recovery codes', exact: true });
  recoveryCodes = (await shown.innerText()).trim().split(/\s+/);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await seriousFindings(page)).toEqual([]);
  await press('I have saved them');
  await page.getByText('10 recovery codes left').waitFor();
});

test('a changed password signs in again here with a code of the app, and ends the session of another browser with its next request', async () => {
  const other = await visit(browser, runtime.dashboardUrl);
  await submitSignIn(other.page, { email, password });
  await enterAppCode(other.page);
  await other.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  // The overview would send its next request by itself.
  await other.page.getByRole('link', { name: 'Plan', exact: true }).click();
  await other.page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
  await open('/account');
  await card('Password').getByLabel('Current password').fill('not the password');
  await card('Password').getByLabel('New password', { exact: true }).fill(newPassword);
  await card('Password').getByRole('button', { name: 'Change password' }).click();
  await card('Password').getByRole('alert').waitFor();
  await card('Password').getByLabel('Current password').fill(password);
  await card('Password').getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed. Sign in again to continue.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await enterAppCode(page);
  await page.getByText('Your password was changed. Your sessions in other browsers have ended.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await other.page.getByRole('link', { name: 'Keys', exact: true }).click();
  await other.page.getByText('You were signed out').first().waitFor();
  await submitSignIn(other.page, { email, password: newPassword });
  await enterAppCode(other.page);
  await other.page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  expect(other.complaints).toEqual([]);
  await other.close();
});

test('a new address is proved with a code, and signs in again', async () => {
  await open('/account');
  await page.getByRole('button', { name: 'Change email address' }).click();
  await dialog().getByLabel('New email address').fill(newEmail);
  await dialog().getByLabel('Password', { exact: true }).fill(newPassword);
  await press('Send code');
  await dialog()
    .getByLabel('Code')
    .fill(await runtime.confirmationCode(newEmail));
  await press('Change address');
  await page.getByText('Your email address was changed. Sign in again to continue.').waitFor();
  await enterAppCode(page);
  await card('Profile').getByText(newEmail).waitFor();
});

test('without the device, a recovery code leads in and turns the second factor off', async () => {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await submitSignIn(page, { email: newEmail, password: newPassword });
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('That code is incorrect.').waitFor();
  await page.getByRole('button', { name: 'Lost your device?' }).click();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Recovery code').fill('00000-00000');
  await page.getByRole('button', { name: 'Turn off and sign in' }).click();
  await page.getByText('That code is incorrect').waitFor();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Turn off and sign in' }).click();
  await page.getByText('A recovery code turned two-factor authentication off.').waitFor();
  await card('Two-factor authentication').getByText('Off', { exact: true }).waitFor();
});

test('the activity page lists those changes, newest first', async () => {
  await open('/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await dialog().getByLabel('Name').fill('first');
  await press('Create key');
  await press('I have saved it');
  await open('/activity');
  const rows = page.getByRole('main').getByRole('listitem');
  const actions = await rows.locator('strong').allInnerTexts();
  expect(actions).toEqual([
    'Key created',
    'Recovery code used',
    'Email address changed',
    'Password changed',
    'Two-factor authentication turned on',
    'Account created',
  ]);
  expect(await rows.nth(2).innerText()).toContain(`Email address: from ${email} to ${newEmail}`);
  expect(await rows.nth(0).innerText()).toMatch(/You\s+[\d.:]+ Chrome on Linux/);
  await rows.getByRole('link', { name: 'first' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'first' }).waitFor();
});

test('the export holds the account’s data', async () => {
  await open('/account');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export your data' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^export-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await buffer(await file.createReadStream()));
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  expect(JSON.parse(read('account.json'))).toMatchObject({ email: newEmail, planId: 'free' });
  expect(JSON.parse(read('keys.json'))).toMatchObject([{ name: 'first', state: 'active' }]);
  expect(read('keys.csv')).toMatch(/^keyId,name,state,.*\r\nkey_\w+,first,active,/);
  expect(JSON.parse(read('activity.json'))).toHaveLength(6);
  expect(JSON.parse(read('requests.json'))).toEqual([]);
  expect(read('README.txt')).toContain(newEmail);
  await page.getByText('Your data was exported.').waitFor();
});

test('a rotation whose answer was lost is repeated once, and its secret replaced; another grace period is refused', async () => {
  await open('/keys');
  const keys: (string | undefined)[] = [];
  await page.route('**/rotate', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Rotate first' }).click();
  await press('Rotate key');
  await dialog().getByText('No answer received').waitFor();
  await press('Rotate key');
  await dialog().getByText('“first” was rotated, but its new secret was lost').waitFor();
  await press('Replace secret');
  await dialog().getByText('works until').waitFor();
  await press('I have saved it');
  expect([keys[0] === keys[1], new Set(keys).size]).toEqual([true, 2]);
  await page.getByRole('button', { name: 'Rotate first' }).click();
  await dialog().getByText('keeps working until its grace period ends').waitFor();
  await page.getByRole('radio', { name: '1 hour' }).check({ force: true });
  await press('Rotate key');
  await dialog().getByText('Another grace period is running').waitFor();
  await page.unroute('**/rotate');
});

test('a deleted account is confirmed, and nobody can sign in to it; the address can sign up again', async () => {
  const other = await visit(browser, runtime.dashboardUrl);
  await signIn(other.page, { email: newEmail, password: newPassword });
  await other.page.getByRole('link', { name: 'Plan', exact: true }).click();
  await other.page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
  await open('/account');
  await card('Delete account').getByRole('button', { name: 'Delete account' }).click();
  await dialog().getByLabel(`To confirm, type ${newEmail}`).fill('someone@example.com');
  await dialog().getByLabel('Password', { exact: true }).fill(newPassword);
  await press('Delete account');
  await dialog().getByText('The address does not match.').waitFor();
  await dialog().getByLabel(`To confirm, type ${newEmail}`).fill(newEmail);
  await press('Delete account');
  await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await other.page.getByRole('link', { name: 'Keys', exact: true }).click();
  await other.page.getByRole('heading', { name: /Your account is deleted|Sign in/ }).waitFor();
  await other.close();
  await page.getByRole('link', { name: 'Sign in to another account' }).click();
  await submitSignIn(page, { email: newEmail, password: newPassword });
  await page.getByText('The email address or the password is wrong.').waitFor();
  await signUp(page, newEmail, runtime.confirmationCode);
  await page.getByRole('heading', { name: 'Welcome to Sluice' }).waitFor();
});

test('no password or code was in a URL or in storage, and the browser reported no error', async () => {
  const kept = String(await page.evaluate('JSON.stringify([localStorage, sessionStorage, history.state])'));
  for (const secret of [password, newPassword, ...recoveryCodes]) {
    expect(ada.addresses.filter((address) => decodeURIComponent(address).includes(secret))).toEqual([]);
    expect(kept).not.toContain(secret);
  }
  // The browser reports the answer that a test has lost.
  expect(ada.complaints.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([]);
});

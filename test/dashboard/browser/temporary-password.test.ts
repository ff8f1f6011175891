import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type Runtime, startRuntime } from '../../../bin/start/runtime.ts';
import { launchBrowser, seriousFindings } from '../../support/browser.ts';
import { submitSignIn } from './sign-in.ts';
import { visit } from './visit.ts';

const email = 'grace@example.com';
const temporary = 'Temporary-Password-1';
const own = 'Correct-Horse-7-Battery';

let runtime: Runtime;
let browser: Browser;

beforeAll(async () => {
  [runtime, browser] = await Promise.all([startRuntime(), launchBrowser()]);
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  await operate('AdminCreateUser', { UserAttributes, TemporaryPassword: temporary, MessageAction: 'SUPPRESS' });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await runtime?.stop();
});

/** Calls the user pool like the operator. */
async function operate(operation: string, input: Record<string, unknown>): Promise<void> {
  const { status } = await fetch(runtime.userPool.url, {
    method: 'POST',
    headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
    body: JSON.stringify({ UserPoolId: runtime.userPool.id, Username: email, ...input }),
  });
  expect(status).toBe(200);
}

const enter = (page: Page, password: string) => submitSignIn(page, { email, password });

async function choose(page: Page, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
}

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

// Choosing it the second time also proves that a press on the button is not lost while an error goes away.
test('a user whom the operator created chooses a password, and goes on to the page that was asked for', async () => {
  const { page, complaints, close } = await visit(browser, `${runtime.dashboardUrl}/keys`);
  await enter(page, temporary);
  await page.getByText(email).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await choose(page, 'too-short');
  await page.getByText('The password must have at least 12 characters.').waitFor();
  await choose(page, own);
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('the temporary password works no more, and the chosen one does', async () => {
  const { page, close } = await visit(browser, runtime.dashboardUrl);
  await enter(page, temporary);
  await page.getByText('The email address or the password is wrong.').waitFor();
  await enter(page, own);
  await overview(page);
  await close();
});

test('“Back” leads to the sign-in, where the temporary password still works', async () => {
  await operate('AdminSetUserPassword', { Password: temporary, Permanent: false });
  const { page, close } = await visit(browser, runtime.dashboardUrl);
  await enter(page, temporary);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await enter(page, temporary);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await close();
});

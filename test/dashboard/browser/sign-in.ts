import type { Page } from 'playwright-core';

/** The password of every user that {@link signUp} makes. */
export const password = 'correct horse battery';

type User = { readonly email: string; readonly password: string };

/** Fills in the sign-in form and submits it. */
export async function submitSignIn(page: Page, user: User): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByLabel('Email address').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in, up to the overview. */
export async function signIn(page: Page, user: User): Promise<void> {
  await submitSignIn(page, user);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

/** Asks for the mail with the code. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: /create an account/i }).click();
  // Until the page has changed, its fields are those of the sign-in form.
  await page.getByRole('button', { name: 'Send code' }).waitFor();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
}

/** Enters the code and a password. */
export async function finishSignUp(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Signs up as a new customer, up to the overview. */
export async function signUp(page: Page, email: string, codeFor: (email: string) => Promise<string>): Promise<void> {
  await askForCode(page, email);
  await finishSignUp(page, await codeFor(email));
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

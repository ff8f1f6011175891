import type { Page } from 'playwright-core';

const password = 'Correct-Horse-7-Battery';

/** Fills in the sign-in form and submits it. */
export async function signIn(page: Page, user: { readonly email: string; readonly password: string }): Promise<void> {
  await page.getByLabel('Email address').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

/** Signs up as a new customer, up to the overview. */
export async function signUp(page: Page, email: string, codeFor: (email: string) => Promise<string>): Promise<void> {
  await page.getByRole('link', { name: /create an account/i }).click();
  // Until the page has changed, its fields are those of the sign-in form.
  await page.getByRole('button', { name: 'Create account' }).waitFor();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  const code = page.getByLabel('Code');
  // A sign-up that failed sends no code.
  await code.waitFor();
  await code.fill(await codeFor(email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Runtime } from '../../../bin/start/runtime.ts';
import { password } from './sign-in.ts';

/** How a customer uses what is on a page: with a mouse, or with the keyboard alone. */
export type Hands = {
  /** Presses a button, or follows a link. */
  readonly press: (target: Locator) => Promise<void>;
  /** Types into an empty field. */
  readonly type: (field: Locator, text: string) => Promise<void>;
};

/** With a mouse, and a keyboard for text. */
export const withMouse: Hands = {
  press: (target) => target.click(),
  async type(field, text) {
    await field.click();
    await field.pressSequentially(text);
  },
};

/** Lives a customer's life on the sign-in page: sign up, create a key, try it, find the request, see the plan, sign out. */
export async function liveAsCustomer(page: Page, { press, type }: Hands, runtime: Runtime, email: string) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const untilHeading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const goTo = async (name: string) => {
    await press(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }));
    await untilHeading(name);
  };

  await press(page.getByRole('link', { name: /create an account/i }));
  await button('Send code').waitFor();
  await type(field('Email address'), email);
  await press(button('Send code'));
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await type(field('Code'), await runtime.confirmationCode(email));
  await type(field('Password'), password);
  await press(button('Create account'));
  await untilHeading('Overview');

  await goTo('Keys');
  await press(button('Create key').first());
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('Name'), 'my key');
  await press(dialog.getByRole('button', { name: 'Create key' }));
  const secret = (await dialog.getByRole('region', { name: 'secret', exact: true }).innerText()).trim();
  expect(secret).toMatch(/^slc_[0-9A-Za-z]{38}$/);
  const saved = dialog.getByRole('button', { name: 'I have saved it' });
  await press(saved);
  // Firefox on a busy machine has lost this click, while the dialog was drawn. People then click again.
  await dialog.waitFor({ state: 'detached', timeout: 20_000 }).catch(() => press(saved));
  await dialog.waitFor({ state: 'detached' });

  await goTo('Endpoints');
  await type(field('Secret'), secret);
  await press(button('Send'));
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await response.getByText(/^getHealth on mainnet: /).waitFor();
  expect(await response.innerText()).toContain('200');

  await runtime.drained();
  await goTo('History');
  await press(page.getByRole('listitem').getByRole('link').filter({ hasText: 'getHealth' }).first());
  await page.getByText('Request ID').first().waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('request'));

  await goTo('Plan');
  await page.getByRole('listitem', { name: 'Free' }).getByText('Your plan', { exact: true }).waitFor();
  await press(button('Sign out').first());
  await untilHeading('Sign in');
}

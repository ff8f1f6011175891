import type { Page } from 'playwright-core';

/** Chooses a plan on the plan page, with a double click, up to the page of the fake Checkout. */
export async function goToCheckout(page: Page, plan: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(Choose|Upgrade to) ${plan}$`) }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).dblclick();
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
}

/** How a card of the fake Stripe behaves. */
type Card = 'Card that pays' | 'Card that is declined' | 'Card that asks for confirmation';

/** Presses a card's button on a page of the fake Stripe. */
export const payWith = (page: Page, card: Card): Promise<void> => page.getByRole('button', { name: card }).click();

/** Does something in the fake billing portal, and comes back. */
export async function inPortal(page: Page, act: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Manage cards, tax details and invoices' }).click();
  await page.getByRole('heading', { name: 'Billing portal' }).waitFor();
  await act();
  await page.getByRole('link', { name: 'Go back' }).click();
  await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
}

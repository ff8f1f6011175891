import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { SignedIn } from '../signed-in.ts';
import { untilTrue, type Visit, visit, waitUntilLoaded } from '../visit.ts';

// As long as a finger or a mouse button is held down in a usual click.
const holdMs = 150;

/** Clicks as a hand does: the button is held down for a moment, and the mouse does not follow what moves. */
async function clickByHand(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The target is not visible.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(holdMs);
  await page.mouse.up();
}

/** Tests of the forms before the sign-in, in a tab of their own. */
export function testFrontForms(signedIn: () => SignedIn): void {
  let front: Visit;
  let page: Page;
  const open = async (path: string) => {
    await page.goto(signedIn().world.runtime.dashboardUrl + path);
    await waitUntilLoaded(page);
  };

  beforeAll(async () => {
    front = await visit(signedIn().browser, 'about:blank');
    page = front.page;
  });
  afterAll(() => front.close());

  test('the first click on “Sign in” counts after an error was corrected', async () => {
    await open('/sign-in');
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    await clickByHand(page, button);
    await page.locator('[aria-invalid=true]').first().waitFor();
    expect(await page.getByLabel('Email address').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).click();
    await page.keyboard.type('wrong');
    await clickByHand(page, button);
    await page.getByText('The email address or the password is wrong.').waitFor();
  });

  test('a link below a field with an error is reached by the first click', async () => {
    await open('/sign-in');
    await page.getByLabel('Email address').fill('half an address');
    await clickByHand(page, page.getByRole('button', { name: 'Sign in', exact: true }));
    await page.getByLabel('Email address').fill('ada@example.com');
    await clickByHand(page, page.getByRole('link', { name: 'Forgot password?' }));
    await page.getByRole('heading', { name: 'Reset password' }).waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe('ada@example.com');
  });

  test('a link to a page in another frame moves the focus to its content', async () => {
    await open('/sign-in');
    await page.getByRole('link', { name: 'Docs', exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Docs' }).waitFor();
    await untilTrue(page, 'document.activeElement.id === "content"');
  });

  test('on a phone, fields have at least 16 px, so that iOS does not zoom into them', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open('/sign-in');
    const fields = page.getByRole('main').locator('input');
    const sizes = await fields.evaluateAll((inputs) =>
      inputs.map((input) => Number.parseFloat(getComputedStyle(input).fontSize)),
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('a reload keeps the address while the page waits for the code', async () => {
    await open('/forgot-password');
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await page.getByText('ada@example.com').waitFor();
    expect(front.addresses.filter((address) => address.includes('ada'))).toEqual([]);
  });
}

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { call, post } from '../../../support/rpc.ts';
import { expectGoodLooks, someLooks } from '../looks.ts';
import { password } from '../sign-in.ts';
import type { SignedIn } from '../signed-in.ts';
import { type Visit, visit } from '../visit.ts';

const email = 'new.customer@example.com';
const mostClicks = 9;

/** Tests of a new customer's way to the first answer, in a tab of their own. */
export function testOnboarding(signedIn: () => SignedIn): void {
  let visitor: Visit;
  let page: Page;
  let clicks = 0;
  let secret = '';
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  beforeAll(async () => {
    const permissions = ['clipboard-write'];
    visitor = await visit(signedIn().browser, signedIn().world.runtime.dashboardUrl, { permissions });
    page = visitor.page;
  });
  afterAll(() => visitor.close());

  test('a visitor signs up and creates a key', async () => {
    const { runtime } = signedIn().world;
    await click(page.getByRole('link', { name: 'Create an account' }));
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    // The field has the focus.
    await page.keyboard.type(email);
    await click(button('Send code'));
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
    await page.keyboard.type(await runtime.confirmationCode(email));
    await click(page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(password);
    await click(button('Create account'));
    await page.getByRole('heading', { name: 'Welcome to Sluice' }).waitFor();
    await click(button('Create key'));
    await button('Copy secret').waitFor();
  });

  test('a page whose secret was not saved is left only after a warning', async () => {
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('alertdialog', { name: 'Leave without the secret?' }).waitFor();
    await button('Stay').click();
    await click(button('Copy secret'));
    await page.getByText('Save its secret: done').waitFor();
    secret = (await page.getByRole('region', { name: 'secret', exact: true }).innerText()).trim();
    expect(secret).toMatch(/^slc_[0-9A-Za-z]{38}$/);
  });

  test('the page waits for a request from a terminal, and shows what became of it', async () => {
    const { runtime } = signedIn().world;
    await page.getByText('Waiting for your first request…').waitFor();
    const answer = await post(runtime.endpoints.mainnet ?? '', secret, call('getHealth'));
    expect(answer.status).toBe(200);
    await runtime.drained();
    const arrived = page.getByRole('region', { name: 'Your first request' });
    await arrived.waitFor();
    expect(await arrived.innerText()).toMatch(
      /Method\s+getHealth\s+Network\s+mainnet\s+Outcome\s+OK\s+Latency\s+[\d.]+ m?s/,
    );
  });

  test(`the page sends a request itself; all that took at most ${mostClicks} clicks`, async () => {
    await click(button('Send it from here'));
    await page.getByText(/^Answered in /).waitFor();
    await page.getByText('"result":"ok"').waitFor();
    expect(clicks).toBeLessThanOrEqual(mostClicks);
    await expectGoodLooks(page, 'onboarding', someLooks);
  });

  test('the secret is gone with the page, and was in no address or storage', async () => {
    await page.getByRole('link', { name: 'See it in the history' }).click();
    await page.getByText('Request ID').first().waitFor();
    expect((await page.content()).includes(secret)).toBe(false);
    expect(visitor.addresses.filter((address) => address.includes(secret))).toEqual([]);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(secret);
    expect(visitor.complaints).toEqual([]);
  });
}

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import * as v from 'valibot';
import { dayMs } from '../../../../src/time.ts';
import { usualLook, wear } from '../looks.ts';
import type { SignedIn } from '../signed-in.ts';
import { forgetAnswers, openByLink } from '../visit.ts';

const offered = v.object({ plans: v.array(v.looseObject({ planId: v.string() })) });
const account = v.looseObject({ planId: v.string() });

const invoice = (number: string, status: string) => ({
  invoiceId: `in_${number}`,
  number: `F3A1B2C4-${number}`,
  at: '2026-11-20T12:00:00.000Z',
  amount: 249_900,
  currency: 'usd',
  status,
  pdfUrl: `https://stripe.example/${number}.pdf`,
  paymentUrl: status === 'open' ? `https://stripe.example/${number}` : null,
});

/** Answers as for a customer in the trial of the developer plan, where customers can choose every plan. */
async function tryDeveloper(page: Page): Promise<void> {
  const read = async (route: Route, path: string) => {
    const url = new URL(path, route.request().url()).href;
    return (await page.request.get(url, { headers: await route.request().allHeaders() })).json();
  };
  const readPlans = async (route: Route) =>
    v.parse(offered, await read(route, 'plans')).plans.map((plan) => ({ ...plan, open: true }));
  await page.route('**/v1/plans', async (route) => route.fulfill({ json: { plans: await readPlans(route) } }));
  await page.route('**/v1/account', async (route) => {
    const plan = (await readPlans(route)).find(({ planId }) => planId === 'developer');
    await route.fulfill({
      json: { ...v.parse(account, await read(route, 'account')), planId: 'developer', plan, trialEndsAt },
    });
  });
  await page.route('**/v1/account/plan-preview?*', (route) => route.fulfill({ json: upgrade }));
  await page.route('**/v1/billing', (route) => route.fulfill({ json: subscription }));
  const invoices = [invoice('0002', 'open'), invoice('0001', 'paid')];
  await page.route('**/v1/billing/invoices?*', (route) => route.fulfill({ json: { invoices, nextCursor: null } }));
}

const trialEndsAt = new Date(Date.now() + 3 * dayMs).toISOString();

const upgrade = {
  planId: 'scale',
  kind: 'charge',
  amount: 166_600,
  currency: 'usd',
  from: '2026-11-30T12:00:00.000Z',
  callsToday: 1_050_000,
  preview: 'a'.repeat(22),
};

const subscription = {
  enabled: true,
  state: 'trialing',
  planId: 'developer',
  trialEndsAt,
  graceEndsAt: null,
  pendingPlan: null,
  openInvoice: null,
  nextInvoice: { at: '2026-12-20T12:00:00.000Z', amount: 4_900, currency: 'usd' },
  credit: 0,
  currency: 'usd',
};

/** Whether a table is wider than the page lets it be, or cuts a cell. */
const isCut = (table: Locator) =>
  table.evaluate((element) => {
    const frame = element.parentElement?.getBoundingClientRect();
    return [...element.querySelectorAll('th, td')].some(
      (cell) => cell.getBoundingClientRect().right > (frame?.right ?? 0) + 1 || cell.scrollWidth > cell.clientWidth,
    );
  });

/** In how many lines a part of each figure is: its label or its value. */
const linesOf = (figures: Element[], part: number) =>
  figures.map((figure) => {
    const range = document.createRange();
    range.selectNodeContents(figure.children[part] ?? figure);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

/** Tests of the plan page on a phone, in the tab of a signed-in user. */
export function testPlan(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const region = (name: string | RegExp) => page().getByRole('region', { name });

  beforeEach(async () => {
    await tryDeveloper(page());
    await wear(page(), { colorScheme: 'light', width: 360, height: 740 });
    await openByLink(page(), `${signedIn().world.runtime.dashboardUrl}/plan`);
  });
  beforeAll(() => forgetAnswers(page()));
  afterAll(() => forgetAnswers(page()));

  test('the page says what is used, and what a change of plan does', async () => {
    const trial = page()
      .getByRole('status')
      .filter({ hasText: /^Your trial ends on \d+ \w+ \d{4}/ });
    await trial.getByText('Then $49.00 is charged for the Developer plan.').waitFor();
    const used = region('What you use of Developer today');
    await used.getByRole('meter', { name: 'Active keys' }).waitFor();
    // The demo data may have no call today.
    const busiest = used.getByRole('meter', { name: /your busiest key$/ });
    await busiest.or(used.getByText('None of your keys has made a call today.')).waitFor();
    const rules = await region('When you change your plan').innerText();
    for (const name of ['Limits', 'Keys', 'History', 'Price', 'Failed payments']) expect(rules).toContain(name);
    const scale = page().getByRole('listitem', { name: 'Scale' });
    await scale.getByText('Fits your keys and today’s calls.').waitFor();
  });

  test('neither the invoices nor the table of changes is cut on a phone', async () => {
    const invoices = region('Invoices').getByRole('table');
    await invoices.getByRole('row', { name: /\$2,499\.00 Open/ }).waitFor();
    expect(await isCut(invoices)).toBe(false);
    await page().getByRole('button', { name: 'Upgrade to Scale' }).click();
    const changes = page().getByRole('alertdialog').getByRole('table');
    await changes.getByRole('columnheader', { name: 'Developer' }).waitFor();
    expect(await isCut(changes)).toBe(false);
    // Figures, such as the amount, are in one line, also where the dialog is narrower than the page.
    await wear(page(), usualLook);
    expect(await page().getByRole('alertdialog').locator('dl > div').evaluateAll(linesOf, 1)).toEqual([1, 1]);
    await page().keyboard.press('Escape');
  });

  test('the figures of the payment break no word on a small phone', async () => {
    await wear(page(), { colorScheme: 'light', width: 320, height: 740 });
    const labels = await region('Payment').locator('dl > div').evaluateAll(linesOf, 0);
    expect(labels).toEqual([1, 1, 1]);
  });
}

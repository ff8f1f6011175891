import { beforeAll, expect, test } from '@jest/globals';
import { accountItemKey } from '../../../../src/directory/directory-items.ts';
import { seriousFindings } from '../../../support/browser.ts';
import type { TestRuntime } from '../../../support/test-runtime.ts';
import { addressOf, customersPages } from '../all-pages.ts';
import type { SignedIn } from '../signed-in.ts';
import { goTo, load, openByLink, photograph } from '../visit.ts';

/** The pages on which more than the notice is new to axe without a plan. */
const saysMore = ['overview', 'keys', 'key', 'plan'];

/** Tests of an account that loses its plan and chooses another, in the tab of tests that come before. */
export function testWithoutPlan(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const banner = () => page().getByRole('alert').filter({ hasText: 'The Gold plan is no longer offered' });
  const open = async (path: string): Promise<string> => {
    await openByLink(page(), signedIn().world.runtime.dashboardUrl + path);
    await banner().waitFor();
    return page().getByRole('main').innerText();
  };

  let complaintsBefore = 0;

  beforeAll(async () => {
    const { world, opened } = signedIn();
    complaintsBefore = opened.complaints.length;
    const account = page().waitForResponse(/\/v1\/account$/);
    await page().goto(world.runtime.dashboardUrl);
    await losePlan(world, (await (await account).json()).accountId);
  });

  test('every page works without an active plan: it says why requests are refused, and invents no limits', async () => {
    await load(page(), `${signedIn().world.runtime.dashboardUrl}/account`);
    for (const shown of customersPages) {
      await goTo(page(), addressOf(shown, signedIn().keyId));
      await banner().waitFor();
      const text = await page().getByRole('main').innerText();
      await photograph(page(), `${shown.name}-without-plan`);
      expect(text).toContain('Requests with your keys are refused until you choose another plan.');
      if (shown.name === 'key') expect(text).toMatch(/^slc_\w+…\s+Refused now$/m);
      expect(text).not.toMatch(/NaN|undefined|null|Something went wrong/);
      expect(text).not.toMatch(/\d of [\d,]+(?![\d,]| nodes? up)/);
      if (saysMore.includes(shown.name))
        expect({ ...shown, findings: await seriousFindings(page()) }).toEqual({ ...shown, findings: [] });
      expect(signedIn().opened.complaints.slice(complaintsBefore)).toEqual([]);
    }
  });

  test('no key can be created, with the reason', async () => {
    const text = await open('/keys');
    expect(text).toContain('Without an active plan, you cannot create keys.');
    expect(text).toContain('No active plan');
    expect(await page().getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
  });

  test('the history is kept as long as on the free plan', async () => {
    expect(await open('/history')).toContain('They are kept for 1 day.');
  });

  test('a request for a key is refused in plain words if the plan was lost while the form was open', async () => {
    await page().route('**/v1/account', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await page().goto(`${signedIn().world.runtime.dashboardUrl}/keys`);
    await page().getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page().getByRole('dialog');
    await dialog.getByLabel('Name').fill('too late');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('You have no active plan').waitFor();
    await dialog.getByRole('link', { name: 'See plans' }).waitFor();
    await page().unroute('**/v1/account');
  });

  test('the plan page offers the plans that are free of charge, and the account goes on with the chosen one', async () => {
    await open('/plan');
    expect(await page().getByText('Your plan', { exact: true }).count()).toBe(0);
    expect(await page().getByText('Ask the operator for this plan.').count()).toBe(3);
    await page().getByRole('button', { name: 'Choose Free' }).click();
    const dialog = page().getByRole('alertdialog', { name: 'Change to Free?' });
    expect(await dialog.getByRole('row', { name: 'Calls per second – 10' }).isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Change to Free' }).click();
    await page().getByText('You are on the Free plan').waitFor();
    await banner().waitFor({ state: 'detached' });
    await openByLink(page(), `${signedIn().world.runtime.dashboardUrl}/keys`);
    await page().getByText('3 of 3 keys used.').waitFor();
  });
}

/** Puts the account on a plan that the settings do not know, like an operator who removed it. */
const losePlan = ({ directory }: TestRuntime, accountId: string) =>
  directory.update({
    key: accountItemKey(accountId),
    update: 'SET planId = :planId',
    values: { ':planId': 'gold' },
  });

import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { seriousFindings } from '../../../support/browser.ts';
import { addressOf, customersPages } from '../all-pages.ts';
import { layoutShifts, most } from '../first-load.ts';
import type { SignedIn } from '../signed-in.ts';
import { goTo, load, openByLink, untilTrue } from '../visit.ts';

const longName = 'x'.repeat(64);
const limits = v.looseObject({ callsPerDay: v.number() });
const secrets = v.array(v.looseObject({}));
const listedKeys = v.looseObject({ keys: v.array(v.looseObject({ limits, calls: v.looseObject({}), secrets })) });

/** Shows all active keys as exhausted and leaked, with the longest name that has no space. */
const exhaustKeys = (page: Page) =>
  page.route(/\/v1\/keys\?state=active/, async (route) => {
    // The page may close while it polls.
    const response = await route.fetch().catch(() => undefined);
    if (!response) return;
    const { keys, ...rest } = v.parse(listedKeys, await response.json());
    const exhausted = keys.map((key) => ({
      ...key,
      name: longName,
      calls: { ...key.calls, today: key.limits.callsPerDay },
      secrets: key.secrets.map((secret) => ({ ...secret, leakedAt: '2026-11-26T10:00:00.000Z' })),
    }));
    await route.fulfill({ response, json: { ...rest, keys: exhausted } });
  });

/** Tests of notices on keys, and of one secret that ends. */
export function testKeyNotices(signedIn: () => SignedIn): void {
  const tab = () => signedIn().opened.page;
  const open = (path: string) => openByLink(tab(), signedIn().world.runtime.dashboardUrl + path);

  test('every page says that keys are refused or leaked, and a long name fits on a phone', async () => {
    const page = tab();
    await exhaustKeys(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/account');
    for (const shown of customersPages) {
      await goTo(page, addressOf(shown, signedIn().keyId));
      await page.getByRole('alert').filter({ hasText: '3 keys are refused until' }).waitFor();
      await page.getByRole('alert').filter({ hasText: 'is reported as leaked' }).first().waitFor();
      const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
      expect({ ...shown, fits }).toEqual({ ...shown, fits: true });
    }
  });

  test('notices that were shown before have their room from the start: nothing moves when they come', async () => {
    const page = tab();
    await exhaustKeys(page);
    for (const path of ['/account', '/keys']) await load(page, signedIn().world.runtime.dashboardUrl + path);
    await page.getByRole('alert').first().waitFor();
    const shifts = await page.evaluate(layoutShifts);
    const isStill = shifts.reduce((sum, { value }) => sum + value, 0) <= most.shift;
    expect(isStill ? [] : shifts).toEqual([]);
  });

  test('two keys of the same name are told apart before one is revoked', async () => {
    const page = tab();
    await exhaustKeys(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/keys');
    await page.getByRole('main').getByText(longName).nth(2).waitFor();
    await page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel(/^To confirm, type slc_/).fill(longName);
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await dialog.getByText('The text does not match.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('the old secret of a rotation is ended alone, and the activity beside it shows that at once', async () => {
    const page = tab();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('/keys');
    await page.getByRole('button', { name: 'Rotate staging' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('main').getByRole('link', { name: 'staging', exact: true }).click();
    const secrets = page.getByRole('region', { name: 'Secrets' });
    await secrets
      .getByRole('button', { name: /^End now/ })
      .last()
      .click();
    await page.getByText(/works as before/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'End secret' }).click();
    await page.getByRole('region', { name: 'Activity' }).getByText('Secret ended').waitFor();
    expect(await secrets.getByRole('button', { name: /^End now/ }).count()).toBe(0);
    // The button that had opened the dialog is gone.
    await untilTrue(page, 'document.activeElement.matches("main ul")');
  });
}

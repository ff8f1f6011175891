import { afterAll, expect, test } from '@jest/globals';
import type { TestRuntime } from '../../../support/test-runtime.ts';
import { looks, wear } from '../looks.ts';
import { type Visit, waitUntilLoaded } from '../visit.ts';

type SignedIn = { readonly world: TestRuntime; readonly opened: Visit };

/** Tests of the plan page, in the tab of a signed-in user of the business plan. */
export function testPlan(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  afterAll(() => wear(page(), looks[0]));

  test('a change of plan says before what it does, and its table fits a phone', async () => {
    await wear(page(), { colorScheme: 'light', width: 360, height: 740 });
    await page().goto(`${signedIn().world.runtime.dashboardUrl}/plan`);
    await waitUntilLoaded(page());
    const used = page().getByRole('region', { name: /^What you use of / });
    await used.getByRole('meter', { name: 'Active keys' }).waitFor();
    await page().getByRole('region', { name: 'When you change your plan' }).waitFor();
    await page()
      .getByRole('button', { name: /^Downgrade to / })
      .first()
      .click();
    const table = page().getByRole('alertdialog').getByRole('table');
    await table.getByRole('columnheader', { name: 'Free' }).waitFor();
    const isCut = await table.evaluate((element) =>
      [...element.querySelectorAll('th, td')].some((cell) => {
        const frame = element.parentElement?.getBoundingClientRect();
        return (
          frame === undefined ||
          cell.getBoundingClientRect().right > frame.right + 1 ||
          cell.scrollWidth > cell.clientWidth
        );
      }),
    );
    expect(isCut).toBe(false);
    await page().keyboard.press('Escape');
  });
}

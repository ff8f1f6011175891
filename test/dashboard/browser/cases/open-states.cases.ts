import { test } from '@jest/globals';
import { expectGoodLooks, someLooks, wear } from '../looks.ts';
import type { SignedIn } from '../signed-in.ts';
import { waitUntilLoaded } from '../visit.ts';

const dialogs = [
  ['/keys', 'Create key'],
  ['/keys', 'Rename production'],
  ['/keys', 'Rotate production'],
  ['/keys', 'Revoke production'],
  ['/plan', 'Downgrade to Free'],
  ['/account', 'Change email address'],
  ['/account', 'Set up'],
  ['/account', 'Delete account'],
] as const;

/** Pages with a part of them open: dialogs, menus, lists and details. */
export function testOpenStates(signedIn: () => SignedIn): void {
  const tab = () => signedIn().opened.page;
  const open = async (path: string) => {
    await tab().goto(signedIn().world.runtime.dashboardUrl + path);
    await waitUntilLoaded(tab());
  };

  test.each(dialogs)('%s, %s: the dialog is accessible, and Escape closes it', async (path, button) => {
    const page = tab();
    if (new URL(page.url()).pathname !== path) await open(path);
    await page.getByRole('button', { name: button }).first().click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.waitFor();
    await dialog.locator('[aria-label^=Loading]').waitFor({ state: 'detached' });
    await expectGoodLooks(page, `${path.slice(1)}-${button.split(' ')[0]}`.toLowerCase(), someLooks);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  // Beside the list on a wide page, over it on a narrow one.
  test.each(someLooks)(
    'the details of a request at $width px, $colorScheme: are accessible, and Escape closes them',
    async (look) => {
      const page = tab();
      await wear(page, look);
      await open('/history');
      await page.getByRole('listitem').getByRole('link').last().click();
      await page.getByText('Request ID').first().waitFor();
      await expectGoodLooks(page, 'history-details', [look]);
      await page.keyboard.press('Escape');
      await page.waitForURL((url) => !url.searchParams.has('request'));
    },
  );
}

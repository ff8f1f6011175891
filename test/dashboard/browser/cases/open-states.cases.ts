import { test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { expectGoodLooks, lookAt, someLooks, wear } from '../looks.ts';
import type { SignedIn } from '../signed-in.ts';
import { openByLink } from '../visit.ts';

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

/** A part of a page that a press opens. */
type OpenState = {
  readonly name: string;
  readonly path: string;
  /** What is pressed. */
  readonly target: (page: Page) => Locator;
  /** What is visible then. */
  readonly opened: (page: Page) => Locator;
};

const listOf = (page: Page) => page.getByRole('listbox').filter({ has: page.getByRole('option') });

const openStates: readonly OpenState[] = [
  {
    name: 'method-list',
    path: '/endpoints',
    target: (page) => page.getByRole('combobox', { name: 'Method' }),
    opened: listOf,
  },
  {
    name: 'code-list',
    path: '/history',
    target: (page) => page.getByRole('combobox', { name: 'Error code' }),
    opened: listOf,
  },
  {
    name: 'export-menu',
    path: '/history',
    target: (page) => page.getByRole('button', { name: 'Export', exact: true }),
    opened: (page) => page.getByRole('dialog', { name: 'Export' }).filter({ has: page.getByRole('button') }),
  },
  {
    name: 'columns',
    path: '/history',
    target: (page) => page.getByRole('button', { name: 'Columns', exact: true }),
    opened: (page) => page.getByRole('dialog', { name: 'Columns' }).filter({ has: page.getByRole('checkbox') }),
  },
  {
    name: 'operation',
    path: '/reference',
    target: (page) => page.getByRole('main').locator('summary').nth(1),
    opened: (page) => page.getByRole('main').locator('details[open]').first(),
  },
];

/** Pages with a part of them open: dialogs, lists, menus and details. */
export function testOpenStates(signedIn: () => SignedIn): void {
  const tab = () => signedIn().opened.page;
  const open = (path: string) => openByLink(tab(), signedIn().world.runtime.dashboardUrl + path);

  test.each(dialogs.map((dialog, index) => [...dialog, index] as const))(
    '%s, %s: the dialog is accessible, and Escape closes it',
    async (path, button, index) => {
      const page = tab();
      if (new URL(page.url()).pathname !== path) await open(path);
      await page.getByRole('button', { name: button }).first().click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await dialog.waitFor();
      await dialog.locator('[aria-label^=Loading]').waitFor({ state: 'detached' });
      await expectGoodLooks(page, `${path.slice(1)}-${button.split(' ')[0]}`.toLowerCase(), lookAt(index));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
  );

  // A change of the window's size may close what is open, so each look opens it again.
  test.each(openStates)('$path, $name: is accessible while it is open', async ({ name, path, target, opened }) => {
    const page = tab();
    await open(path);
    for (const look of lookAt(openStates.findIndex((state) => state.name === name))) {
      await wear(page, look);
      const filters = page.getByRole('button', { name: 'Filters', exact: true, expanded: false });
      if (await filters.isVisible()) await filters.click();
      // What opens beside its button closes when the page scrolls: also by the scrolling before a click.
      await target(page).scrollIntoViewIfNeeded();
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      if (!(await opened(page).isVisible())) await target(page).click();
      await opened(page).waitFor();
      await expectGoodLooks(page, name, [look], [target(page), opened(page)]);
      await page.keyboard.press('Escape');
    }
  });

  test('the help and the menu of a narrow page are accessible while they are open', async () => {
    const page = tab();
    await open('/');
    for (const look of someLooks) {
      await wear(page, look);
      const menu = page.getByRole('button', { name: 'Menu', exact: true, expanded: false });
      if (await menu.isVisible()) await menu.click();
      const docs = page.getByRole('list', { name: 'Help' }).getByRole('link', { name: 'Docs' });
      if (!(await docs.isVisible())) await page.getByText('Help', { exact: true }).first().click();
      await docs.waitFor();
      await expectGoodLooks(page, 'help-menu', [look]);
    }
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
      await page.getByText('Request ID', { exact: true }).first().waitFor({ state: 'detached' });
    },
  );
}

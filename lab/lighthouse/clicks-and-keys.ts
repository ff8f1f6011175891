import type { Locator, Page } from 'playwright-core';

// What a person does on the pages of a large account, and what it shows.

export type Interaction = {
  readonly name: string;
  readonly page: 'keys' | 'history' | 'usage';
  readonly before?: (page: Page) => Promise<unknown>;
  /** What is clicked: found before the measurement, because to find it is work for the page. */
  readonly target?: (page: Page) => Locator;
  /** Default: clicks the target. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Waits for what the interaction shows: one that did nothing would be fast. */
  readonly shown: (page: Page) => Promise<unknown>;
  /** Before the next round, if the page stays open. */
  readonly undo?: (page: Page) => Promise<unknown>;
};

const state = (page: Page, name: string) => page.getByText(name, { exact: true }).first();
const keyRow = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true }).waitFor();
const filters = (page: Page) => page.getByRole('button', { name: 'Filters', exact: true });
const outcome = (page: Page) => page.getByLabel('Outcome', { exact: true });
const pageLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

export const interactions: readonly Interaction[] = [
  {
    name: 'type into the search of keys',
    page: 'keys',
    target: (page) => page.getByRole('searchbox'),
    act: (page) => page.keyboard.type('key 1'),
    shown: (page) => page.getByText(/^1\d of 40 keys match\.$/).waitFor(),
  },
  {
    name: 'show all keys',
    page: 'keys',
    target: (page) => state(page, 'All'),
    shown: (page) => keyRow(page, 'revoked key 9'),
  },
  {
    name: 'show revoked keys',
    page: 'keys',
    target: (page) => state(page, 'Revoked'),
    shown: (page) => keyRow(page, 'revoked key 49'),
  },
  {
    name: 'show more keys',
    page: 'keys',
    before: async (page) => {
      await state(page, 'All').click();
      await keyRow(page, 'revoked key 9');
    },
    target: (page) => page.getByRole('button', { name: 'Show more' }),
    shown: (page) => keyRow(page, 'revoked key 59'),
  },
  {
    name: 'load older',
    page: 'history',
    target: (page) => page.getByRole('button', { name: 'Load older' }),
    shown: (page) => untilTrue(page, `${rowCount} === 600`),
  },
  {
    name: 'scroll by a page',
    page: 'history',
    act: (page) => page.keyboard.press('PageDown'),
    shown: (page) => untilTrue(page, 'scrollY > 100'),
    undo: (page) => page.evaluate('scrollTo(0, 0)'),
  },
  {
    name: 'fold the filters',
    page: 'history',
    target: filters,
    shown: (page) => outcome(page).waitFor({ state: 'detached' }),
    undo: (page) => filters(page).click(),
  },
  {
    name: 'open the outcomes',
    page: 'history',
    target: outcome,
    // The list itself is the browser's, and in no document.
    shown: (page) => untilTrue(page, 'document.activeElement.matches("select")'),
    undo: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'open the columns',
    page: 'history',
    target: (page) => page.getByRole('button', { name: 'Columns' }),
    shown: (page) => page.getByRole('checkbox', { name: 'Size' }).waitFor(),
    undo: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'open a request',
    page: 'history',
    target: (page) => page.locator('[role=listitem] > a').nth(3),
    shown: (page) => page.getByRole('complementary', { name: 'Request' }).waitFor(),
    undo: (page) => page.goBack(),
  },
  {
    name: '7 days',
    page: 'usage',
    target: (page) => page.getByText('7 days', { exact: true }),
    shown: (page) => page.getByText('Page 1 of 7').waitFor(),
  },
  {
    name: 'from the usage to the keys',
    page: 'usage',
    target: (page) => pageLink(page, 'Keys'),
    shown: (page) => heading(page, 'Keys'),
  },
  {
    name: 'from the keys to the history',
    page: 'keys',
    target: (page) => pageLink(page, 'History'),
    shown: (page) => heading(page, 'History'),
  },
];

/** An expression in the page: the rows that History has loaded. */
export const rowCount = 'document.querySelectorAll("[role=listitem] > a").length';

/** Waits until an expression is true in the page. */
async function untilTrue(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(100);
}

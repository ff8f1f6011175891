import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../../../support/browser.ts';
import type { SignedIn } from '../signed-in.ts';
import { load, openByLink, untilTrue } from '../visit.ts';
import { type FakeHistory, fakeHistory, loadAll } from './fake-history.ts';

const count = 711;

/** Enough for a page and its filters. Axe takes long over hundreds of rows, each of which is like the first. */
const few = 40;

const everyRow = '[...document.querySelectorAll("[role=listitem] > a")]';

const rowsInWindow = `${everyRow}.filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}).length`;

/** The rows that the browser draws; it skips those far from the window. */
const drawnRows = `${everyRow}.filter((row) => row.checkVisibility({ contentVisibilityAuto: true })).length`;

/** Tests of a long history, in the tab of a signed-in user. */
export function testHistory(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const rows = () => page().getByRole('list', { name: 'Requests, newest first' });
  const row = (position: number) =>
    rows()
      .getByRole('link')
      .nth(position - 1);
  const focused = () => page().evaluate(`1 + ${everyRow}.indexOf(document.activeElement)`);
  const topOf = async (position: number) => (await row(position).boundingBox())?.y;
  let history: FakeHistory;

  const open = async (query = '') => {
    await openByLink(page(), `${signedIn().world.runtime.dashboardUrl}/history${query}`);
    await rows().waitFor();
  };

  const offer = async (requests: number) => {
    history = await fakeHistory(page(), requests);
  };

  afterEach(() => history.stop());

  test('every loaded row is there for the browser’s search, for paper and for the keyboard, and few are drawn', async () => {
    await offer(count);
    await open();
    await loadAll(page());
    expect(await rows().getByRole('listitem').count()).toBe(count);
    await page().getByText('No older requests.').click();
    await page().evaluate('scrollTo(0, 0)');
    await row(1).focus();
    await untilTrue(page(), `${drawnRows} < ${count / 2}`);
    const oldest = await row(count).locator('time').last().textContent();
    // From the start again: the search begins where the last click was.
    expect(await page().evaluate(`find(${JSON.stringify(oldest)}, false, false, true)`)).toBe(true);
    await untilTrue(page(), `${everyRow}.at(-1).contains(getSelection().anchorNode) && scrollY > 0`);
    await page().emulateMedia({ media: 'print' });
    await untilTrue(page(), `${drawnRows} === ${count}`);
    await page().emulateMedia({ media: null });

    await row(1).focus();
    await page().keyboard.press('End');
    expect(await focused()).toBe(count);
    expect(await row(count).evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await page().evaluate('scrollTo(0, 0)');
    expect(await focused()).toBe(count);
    await page().keyboard.press('ArrowUp');
    expect(await focused()).toBe(count - 1);
    await page().keyboard.press('Home');
    expect(await focused()).toBe(1);
  });

  test('the matches are counted on demand, below what is loaded, and are then exact', async () => {
    await offer(count);
    await open('?outcome=error');
    const matches = Math.floor(count / 5);
    await page().getByText(`${matches} matches`, { exact: true }).waitFor();
    await open();
    await page().mouse.move(1, 1);
    await page().getByText('At least 300 in all', { exact: true }).waitFor();
    const before = history.queries.length;
    await page().getByRole('button', { name: 'Count all' }).focus();
    await page().keyboard.press('Enter');
    await page()
      .locator('span:not([role])', { hasText: `${count} in all` })
      .waitFor();
    // A page of 300, and the last one; the first is not read again.
    expect(history.queries.slice(before).filter((query) => query.has('cursor'))).toHaveLength(2);
    expect(await page().evaluate('document.activeElement.id')).toBe('requests');
    history.add(2);
    await page()
      .locator('span:not([role])', { hasText: `${count + 2} in all` })
      .waitFor();
  });

  test('the details say which node answered, what was counted, and where the time went', async () => {
    await offer(few);
    await open();
    await row(1).click();
    const details = page().getByRole('complementary', { name: 'Request' });
    await details.getByText('Node 1 answered', { exact: true }).waitFor();
    await details.getByText(/^1 call of the quota of \d{4}-\d\d-\d\d UTC\./).waitFor();
    await details.getByText('Gateway 3 ms').waitFor();
    await details.getByText('Node 2 ms').waitFor();
  });

  test('compact rows and folded filters show twice as many requests, and are remembered', async () => {
    await offer(few);
    const untilShown = (condition: string) => untilTrue(page(), `${rowsInWindow} ${condition}`);
    const press = (name: string) => page().getByRole('button', { name, exact: true }).click();
    await page().setViewportSize({ width: 1280, height: 800 });
    // A tab keeps which filters it shows.
    await load(page(), `${signedIn().world.runtime.dashboardUrl}/history`);
    await rows().waitFor();
    // On a laptop, the list is what one sees at first.
    await untilShown('>= 6');
    await press('Filters');
    await untilShown('< 6');
    const before = Number(await page().evaluate(rowsInWindow));
    const many = `>= ${2 * before}`;
    expect(before).toBeGreaterThan(0);
    await page().getByText('Compact', { exact: true }).click();
    await press('Filters');
    await untilShown(many);
    await page().reload();
    await rows().waitFor();
    await untilShown(many);
    expect(await seriousFindings(page())).toEqual([]);
    expect(await row(1).innerText()).toMatch(/5 ms\s+50 B out/);
    await press('Filters');
    await page().getByText('Detailed', { exact: true }).click();
    await untilShown(`=== ${before}`);
  });

  test('on phones of any width, nothing of a row is cut or covered', async () => {
    await offer(few);
    await open();
    for (const width of [320, 360, 390, 430]) {
      await page().setViewportSize({ width, height: 640 });
      for (const rowHeight of ['Compact', 'Detailed']) {
        await page().getByText(rowHeight, { exact: true }).click();
        await row(5).scrollIntoViewIfNeeded();
        for (const position of [1, 5]) {
          const cut = await row(position).evaluate(cutParts);
          expect({ width, rowHeight, position, cut }).toEqual({ width, rowHeight, position, cut: [] });
        }
      }
    }
  });

  test('the arrows of all filters are in one line below each other', async () => {
    await offer(few);
    await page().setViewportSize({ width: 640, height: 900 });
    await open();
    const filters = page().getByRole('button', { name: 'Filters', exact: true });
    const isOpen = (await filters.getAttribute('aria-expanded')) === 'true';
    if (!isOpen) await filters.click();
    const fields = page().locator('select, input[role=combobox]');
    const toTheEnd = await fields.evaluateAll((all) =>
      all.map((field) => {
        const arrow = field.parentElement?.querySelector('svg');
        return field.getBoundingClientRect().right - (arrow?.getBoundingClientRect().right ?? 0);
      }),
    );
    expect(toTheEnd.length).toBeGreaterThanOrEqual(6);
    expect(new Set(toTheEnd.map(Math.round)).size).toBe(1);
    if (!isOpen) await filters.click();
  });

  test('the button of a popover closes it, too, and so does a click on an empty place', async () => {
    await offer(few);
    await open();
    for (const name of ['Columns', 'Export']) {
      const button = page().getByRole('button', { name, exact: true });
      await button.click();
      await page().getByRole('dialog', { name }).waitFor();
      await button.click();
      await page().getByRole('dialog', { name }).waitFor({ state: 'detached' });
      await button.click();
      await page().getByRole('dialog', { name }).waitFor();
      // Below the links to pages.
      await page().mouse.click(3, 400);
      await page().getByRole('dialog', { name }).waitFor({ state: 'detached' });
    }
  });

  test('Tab goes through a popover, and leaves and closes it for what follows its button', async () => {
    await offer(few);
    await open();
    for (const name of ['Columns', 'Export']) {
      const button = page().getByRole('button', { name, exact: true });
      const popover = page().getByRole('dialog', { name });
      await button.press('Enter');
      await popover.locator(':focus').waitFor();
      for (let left = await popover.locator(':enabled').count(); left > 0; left -= 1) {
        expect(await popover.isVisible()).toBe(true);
        await page().keyboard.press('Tab');
      }
      await popover.waitFor({ state: 'detached' });
      expect(await button.evaluate(isBeforeFocus)).toBe(true);
      // Closed by Escape, it leaves the focus at its button.
      await button.press('Enter');
      await popover.locator(':focus').press('Escape');
      await popover.waitFor({ state: 'detached' });
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  });

  test('columns are hidden, remembered and shown again, and the page fits 320 px without and with all', async () => {
    await offer(few);
    const choose = async (...names: readonly string[]) => {
      await page().getByRole('button', { name: 'Columns' }).click();
      for (const name of names) await page().getByRole('checkbox', { name, exact: true }).click();
      expect(await page().getByRole('checkbox', { name: 'Request', exact: true }).isDisabled()).toBe(true);
      await page().keyboard.press('Escape');
    };
    const fitsPhone = async () => {
      await page().setViewportSize({ width: 320, height: 640 });
      await untilTrue(page(), 'document.documentElement.scrollWidth <= 320');
      await page().setViewportSize({ width: 1440, height: 900 });
    };
    await open();
    const before = await row(1).innerText();
    await fitsPhone();
    await choose('Network and key', 'Outcome', 'Duration');
    await page().reload();
    await rows().waitFor();
    await row(1).getByText('getSlot').first().waitFor();
    const after = await row(1).innerText();
    expect(before).toMatch(/getSlot[\s\S]*mainnet[\s\S]*HTTP 200[\s\S]*5 ms/);
    expect(after).toMatch(/getSlot/);
    expect(after).not.toMatch(/mainnet|HTTP|5 ms/);
    const at = (text: RegExp) => page().getByText(text).first().boundingBox();
    expect((await at(/^getSlot$/))?.x).toBe((await at(/^Request$/))?.x);
    await choose('Received', 'Error code', 'Size');
    expect(await row(1).innerText()).toBe('getSlot');
    await fitsPhone();
    await choose('Received', 'Error code', 'Size', 'Network and key', 'Outcome', 'Duration');
    expect((await row(1).innerText()).replace(/^.*ago$/m, '')).toBe(before.replace(/^.*ago$/m, ''));
  });

  test('what the user reads does not move when requests arrive, and a button shows them', async () => {
    await offer(count);
    await open();
    await page().mouse.move(1, 1);
    await page().evaluate('scrollTo(0, 9000)');
    await untilSettled(page());
    const position =
      1 + Number(await page().evaluate(`${everyRow}.indexOf(document.elementFromPoint(700, 500).closest("a"))`));
    const before = await topOf(position);
    history.add(3);
    const button = page().getByRole('button', { name: '3 new requests' });
    await button.waitFor();
    expect(await topOf(position)).toBe(before);
    await button.click();
    await row(1).waitFor();
    expect(await topOf(1)).toBeGreaterThan(0);
    expect(await button.count()).toBe(0);
  });

  test('an export has every request that the filter matches, and nothing after it was cancelled', async () => {
    await offer(count);
    await open('?outcome=error');
    const [file] = await Promise.all([page().waitForEvent('download'), exportAs('CSV')]);
    const saved = await text(await file.createReadStream());
    expect(file.suggestedFilename()).toMatch(/^history-.*\.csv$/);
    expect(saved.trim().split('\r\n')).toHaveLength(1 + Math.floor(count / 5));
    await page()
      .getByText(`The file has all ${Math.floor(count / 5)} requests`)
      .waitFor();

    await open();
    let release: () => void = () => undefined;
    history.hold(
      new Promise<void>((resolve) => {
        release = resolve;
      }),
    );
    await exportAs('JSON');
    await page().getByText('300 requests so far').waitFor();
    await page().getByRole('button', { name: 'Cancel export' }).click();
    await page().getByText('Exporting…').waitFor({ state: 'detached' });
    release();
    expect(await page().getByText('Saved').count()).toBe(0);
  });
  const exportAs = async (format: string) => {
    await page().getByRole('button', { name: 'Export' }).click();
    await page().getByRole('dialog', { name: 'Export' }).getByRole('button', { name: format }).click();
  };

  test('an address restores every filter and the open request, and each filter can be removed', async () => {
    await offer(few);
    await open();
    const requestId = String(await row(1).getAttribute('id')).slice('request-'.length);
    const filter = {
      keys: 'key_1,key_2',
      method: 'getSlot',
      outcome: 'error',
      errorCode: '-32602',
      network: 'mainnet',
      from: '2026-11-01T00:00:00.000Z',
      to: '2099-01-01T00:00:00.000Z',
    };
    const { keys, ...others } = filter;
    await open(`?${new URLSearchParams({ key: keys, ...others, request: requestId })}`);
    expect(Object.fromEntries(history.queries.filter((query) => query.has('errorCode')).at(-1) ?? [])).toEqual(filter);
    await page().getByRole('complementary', { name: 'Request' }).getByText(requestId).waitFor();
    const chips = page().getByRole('list', { name: 'Active filters' }).getByRole('listitem');
    expect(await chips.count()).toBe(8);
    await page()
      .getByRole('button', { name: /^Remove the filter Error code: -32602/ })
      .click();
    await page().waitForURL((url) => !url.searchParams.has('errorCode') && !url.searchParams.has('request'));
    // The address changes before the page does.
    await chips.nth(7).waitFor({ state: 'detached' });
    expect(await chips.count()).toBe(7);
    await page().goBack();
    await page()
      .getByRole('button', { name: /^Remove the filter Error code/ })
      .waitFor();
    await page().getByRole('button', { name: 'Clear filters' }).click();
    await page().waitForURL((url) => url.search === '');
  });

  test('several keys are chosen with the keyboard in one step, and an error code by its name', async () => {
    await offer(few);
    await open();
    const keys = page().getByRole('combobox', { name: 'Keys' });
    await keys.click();
    const list = page().getByRole('listbox', { name: 'Keys' });
    await list.getByRole('option').nth(3).waitFor();
    expect(await seriousFindings(page())).toEqual([]);
    for (const key of ['ArrowDown', 'Enter', 'ArrowDown', 'Enter']) await page().keyboard.press(key);
    expect(await list.getByRole('option', { selected: true }).count()).toBe(2);
    await page().keyboard.press('Escape');
    await page().waitForURL((url) => url.searchParams.get('key')?.split(',').length === 2);
    await page().getByRole('list', { name: 'Active filters' }).getByRole('listitem').nth(1).waitFor();
    expect(await keys.inputValue()).toBe('2 keys');
    await page().getByRole('combobox', { name: 'Error code' }).fill('invalid param');
    await page().keyboard.press('ArrowDown');
    // The address changes before the request is sent.
    const asked = page().waitForRequest((request) => request.url().includes('errorCode=-32602'));
    await page().keyboard.press('Enter');
    const last = new URL((await asked).url()).searchParams;
    await page().waitForURL((url) => url.searchParams.get('errorCode') === '-32602');
    expect([last.get('keys')?.split(',').length, last.get('errorCode')]).toEqual([2, '-32602']);
    await page().goBack();
    await page().goBack();
    await page().waitForURL((url) => url.search === '');
    await page().getByRole('list', { name: 'Active filters' }).waitFor({ state: 'detached' });
    expect(await keys.inputValue()).toBe('All keys');
  });

  test('the open request is marked in forced colours', async () => {
    await offer(few);
    await page().emulateMedia({ forcedColors: 'active' });
    await open();
    await row(2).click();
    const mark = await page()
      .locator('[role=listitem] > a[data-open]')
      .evaluate((link) => {
        const { borderInlineStartWidth, borderInlineStartColor } = getComputedStyle(link, '::before');
        return {
          width: borderInlineStartWidth,
          isSeen: borderInlineStartColor !== getComputedStyle(link).backgroundColor,
        };
      });
    expect(mark).toEqual({ width: '4px', isSeen: true });
    await page().emulateMedia({ forcedColors: null });
  });
}

/** Runs in the page: the texts that leave a row or lie on another, and the figures that are broken into lines. */
function cutParts(row: Element): string[] {
  const { right } = row.getBoundingClientRect();
  const texts = [...row.querySelectorAll('span, time')]
    // Texts for screen readers have one pixel.
    .filter((part) => part.children.length === 0 && part.textContent && part.getBoundingClientRect().width > 1)
    .map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      const text = part.textContent ?? '';
      const isFigure = /^(HTTP|[\d.,]+ )/.test(text) && !/ago|UTC/.test(text);
      // An ellipsis is at the end of the part.
      const end = getComputedStyle(part).textOverflow === 'ellipsis' ? part.getBoundingClientRect().right : right + 99;
      const lines = [...range.getClientRects()].map((line) => ({
        ...{ left: line.left, top: line.top, bottom: line.bottom },
        right: Math.min(line.right, end),
      }));
      return { text, isFigure, lines };
    });
  type Line = (typeof texts)[number]['lines'][number];
  const meet = (one: Line, other: Line) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  return texts
    .filter(
      (text) =>
        (text.isFigure && text.lines.length > 1) ||
        text.lines.some((line) => line.right > right) ||
        texts.some((other) => other !== text && other.lines.some((line) => text.lines.some((own) => meet(own, line)))),
    )
    .map(({ text }) => text);
}

/** The id and the place of the row in the middle of the window, after a frame; null while none is drawn there. */
const rowInTheMiddle = `new Promise((resolve) => requestAnimationFrame(() => {
  const row = document.elementFromPoint(700, 500)?.closest('[role=listitem] > a');
  resolve(row ? row.id + ' ' + row.getBoundingClientRect().top : null);
}))`;

/** Rows are drawn and measured after the scrolling. */
async function untilSettled(page: Page): Promise<void> {
  let before: unknown = null;
  for (let now = await page.evaluate(rowInTheMiddle); now === null || now !== before; ) {
    before = now;
    now = await page.evaluate(rowInTheMiddle);
  }
}

/** Runs in the page. */
const isBeforeFocus = (element: Element): boolean =>
  document.activeElement !== null &&
  (element.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { expectGoodLooks, pageLooks } from '../looks.ts';
import type { SignedIn } from '../signed-in.ts';
import { forgetAnswers, load, openByLink, untilTrue } from '../visit.ts';

/** Tests of the usage page with the demo account, which has calls with several outcomes on several networks. */
export function testUsage(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const open = async (path: string) => {
    await openByLink(page(), signedIn().world.runtime.dashboardUrl + path);
    await page().getByRole('heading', { name: 'Data' }).waitFor();
  };
  const choice = (group: string, name: string) =>
    page().getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: true });
  const isChosen = (group: string, name: string) => choice(group, name).isChecked();
  const history = () => page().waitForURL((url) => url.pathname === '/history');
  const shown = (): Record<string, string> => Object.fromEntries(new URL(page().url()).searchParams);

  test('every figure leads to the requests behind it: totals, outcomes, codes, methods, networks, keys and times', async () => {
    await open('/usage');
    await page().getByRole('region', { name: 'By key', exact: true }).waitFor();
    const links = await linksToHistory(page());
    const parameters = new Set(links.flatMap((link) => [...new URLSearchParams(link).keys()]));
    expect([...parameters].toSorted()).toEqual(['errorCode', 'from', 'key', 'method', 'network', 'outcome', 'to']);
    expect(links.every((link) => new URLSearchParams(link).has('from'))).toBe(true);
    const errors = page().getByRole('link', { name: /^\d[\d,]* errors: see the requests$/ });
    await errors.click();
    await history();
    expect(shown()).toEqual({ from: expect.any(String), outcome: 'error' });
  });

  test('pages say that the last refusals of a burst show later than calls', async () => {
    await open('/usage');
    await page().getByText('Of many refused requests, the first ten show as quickly').waitFor();
    await openByLink(page(), `${signedIn().world.runtime.dashboardUrl}/keys/${signedIn().keyId}`);
    await page().getByText('the last refusals of a burst with a later request').waitFor();
  });

  test('the latency says how the calls of a batch count', async () => {
    await open('/usage');
    await page().getByRole('region', { name: 'Latency', exact: true }).getByText(wholeBatch).waitFor();
  });

  test('a bar leads to the requests of its time, by mouse and by keyboard', async () => {
    await open('/usage?range=week&span=day');
    const chart = page().getByRole('figure', { name: 'Calls by day and outcome' });
    const { x = 0, y = 0, width = 0, height = 0 } = (await chart.locator('svg').first().boundingBox()) ?? {};
    // Today's bar is too low to click just after midnight UTC. The lowest part are the calls that succeeded.
    const footOfYesterday = { left: x + width - 60 - width / 7, top: y + height - 44 };
    await page().mouse.click(footOfYesterday.left, footOfYesterday.top);
    await history();
    const clicked = shown();
    expect(clicked).toEqual({ from: expect.any(String), to: expect.any(String), outcome: 'ok' });
    expect(Date.parse(clicked.to ?? '') - Date.parse(clicked.from ?? '')).toBe(86_400_000);

    // A pointer on a bar selects it, and the keyboard would go on from there.
    await page().mouse.move(0, 0);
    await page().goBack();
    const slider = chart.getByRole('slider');
    await slider.focus();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^\d+ \w+ 2\d{3}, UTC, so far: /);
    await page()
      .getByRole('region', { name: 'Data', exact: true })
      .getByText(/, so far/)
      .first()
      .waitFor();
    await page().keyboard.press('ArrowLeft');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^\d+ \w+ 2\d{3}, UTC: OK [\d,]+/);
    await page().keyboard.press('Enter');
    await history();
    expect(shown()).toEqual({ from: clicked.from, to: clicked.to });
    // The chart had the focus, and has gone.
    await untilTrue(page(), 'document.activeElement.id === "content"');
  });

  test('the chart of today is at the running hour when the keyboard reaches it, not at one that is to come', async () => {
    await openByLink(page(), signedIn().world.runtime.dashboardUrl);
    const slider = page()
      .getByRole('figure', { name: /^Calls today by hour/ })
      .getByRole('slider');
    await slider.focus();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/, so far: /);
  });

  test('calls and errors are split by key, method or network, and each figure leads to its requests', async () => {
    await open('/usage?range=week&span=day');
    await choice('Split calls', 'By method').check();
    const chart = page().getByRole('figure', { name: 'Calls by day and method' });
    // Five methods, and all others.
    await chart.getByRole('listitem').nth(5).waitFor();
    expect(await chart.getByRole('listitem').count()).toBe(6);
    await page().getByRole('columnheader', { name: 'getAccountInfo' }).waitFor();
    expect(shown()).toEqual({ range: 'week', span: 'day', callsBy: 'method', table: 'calls' });
    const rows = await figuresOf(page());
    expect(rows.length).toBeGreaterThan(5);
    for (const [total, ...parts] of rows.map((row) => row.toReversed())) {
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
    }
    await page()
      .getByRole('link', { name: /^\d+ Calls, getAccountInfo, / })
      .first()
      .click();
    await history();
    expect(shown()).toEqual({ method: 'getAccountInfo', from: expect.any(String), to: expect.any(String) });

    await page().goBack();
    await choice('Errors as', 'Number').check();
    await choice('Split errors', 'By key').check();
    await page().getByRole('figure', { name: 'Errors by day and key' }).waitFor();
    await page()
      .getByRole('link', { name: /^\d+ Errors, production, / })
      .first()
      .click();
    await history();
    expect(shown()).toMatchObject({ key: expect.stringContaining('key_'), outcome: 'error' });
  });

  test('on a narrow phone, the first figures of each time are in sight without scrolling the table', async () => {
    await page().setViewportSize({ width: 320, height: 800 });
    await open('/usage');
    const table = page().getByRole('region', { name: 'Figures, data', exact: true });
    const running = table.getByRole('row', { name: /, so far/ });
    await running.scrollIntoViewIfNeeded();
    const [box, calls] = [await table.boundingBox(), await running.getByRole('cell').first().boundingBox()];
    expect(rightOf(calls)).toBeLessThanOrEqual(rightOf(box));
  });

  test('a split that cannot be loaded says so beside the other figures, and can be retried', async () => {
    await page().route('**/v1/usage/split?**', (route) => route.fulfill({ status: 503, body: '{}' }));
    await openByLink(page(), `${signedIn().world.runtime.dashboardUrl}/usage?callsBy=network`);
    const card = page().getByRole('region', { name: 'Calls', exact: true });
    await card.getByRole('button', { name: 'Try again' }).waitFor();
    await page().getByRole('figure', { name: 'Error rate by hour' }).waitFor();
    await page().unroute('**/v1/usage/split?**');
    await card.getByRole('button', { name: 'Try again' }).click();
    await page().getByRole('figure', { name: 'Calls by hour and network' }).waitFor();
  });

  test('in forced colours, the marks of the legend can be told apart', async () => {
    await open('/usage');
    await page().emulateMedia({ forcedColors: 'active' });
    const legend = page().getByRole('figure', { name: 'Calls by hour and outcome' }).getByRole('listitem');
    const marks = legend.locator('[aria-hidden=true]');
    const pictures = await Promise.all(
      (await marks.all()).map(async (mark) => (await mark.screenshot()).toString('base64')),
    );
    await page().emulateMedia({ forcedColors: 'none' });
    expect(pictures.length).toBeGreaterThan(1);
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  test('an address restores the whole page, with at most 20 requests to the API', async () => {
    const before = signedIn().opened.addresses.length;
    const splits = 'split=key&percentile=p99&callsBy=method&errorsBy=key&errorsAs=number&table=errors';
    await load(
      page(),
      `${signedIn().world.runtime.dashboardUrl}/usage?range=week&span=day&network=devnet&compare=before&${splits}`,
    );
    await page().getByRole('heading', { name: 'Data' }).waitFor();
    for (const [group, choice] of [
      ['Range', '7 days'],
      ['By', 'Day'],
      ['Percentile', 'p99'],
      ['Split latency', 'By key'],
      ['Split calls', 'By method'],
      ['Split errors', 'By key'],
      ['Errors as', 'Number'],
      ['Figures of the table', 'Errors by key'],
    ] as const) {
      expect(await isChosen(group, choice)).toBe(true);
    }
    expect(await page().getByLabel('Network', { exact: true }).inputValue()).toBe('devnet');
    expect(await page().getByLabel('Compare with the period before').isChecked()).toBe(true);
    await page()
      .getByText(/, compared with /)
      .waitFor();
    const asked = signedIn()
      .opened.addresses.slice(before)
      .filter((address) => address.includes('/v1/'));
    expect(asked.length).toBeLessThanOrEqual(20);
  });

  describe('the latency and the size of requests', () => {
    const tables = ['Latency by method', 'Slowest requests', 'Largest requests'] as const;
    const openRequests = (query = '') =>
      openByLink(page(), `${signedIn().world.runtime.dashboardUrl}/usage?view=requests${query}`);
    const table = (name: (typeof tables)[number]) => page().getByRole('region', { name, exact: true });

    test('are found from the usage, by keyboard; every figure leads to its requests, and every request to its page', async () => {
      await open('/usage');
      await page().getByRole('radio', { name: 'Calls over time' }).focus();
      await page().keyboard.press('ArrowRight');
      await table('Largest requests').waitFor();
      await table('Latency by method').getByText(wholeBatch).waitFor();
      const links = await linksToHistory(page());
      const parameters = new Set(links.flatMap((link) => [...new URLSearchParams(link).keys()]));
      expect([...parameters].toSorted()).toEqual(['from', 'method', 'outcome', 'request', 'to']);

      await table('Latency by method')
        .getByRole('link', { name: /p99 of getBalance/ })
        .click();
      await page().getByText('Only requests with a call of getBalance').waitFor();
      expect(shown()).toEqual({ view: 'requests', method: 'getBalance' });
      await expectGoodLooks(page(), 'usage-requests', pageLooks(1));

      const slowest = table('Slowest requests').getByRole('row').nth(1);
      const request = /\w{26}$/.exec(await slowest.getByRole('link').innerText())?.[0] ?? '';
      await slowest.getByRole('link').click();
      await history();
      expect(shown()).toMatchObject({ request, from: expect.any(String) });
      const details = page().getByRole('complementary').or(page().getByRole('dialog'));
      await details.getByText(request).first().waitFor();
    });

    test('are those of a day and a key in the address; older days are said to be gone', async () => {
      const key = signedIn().keyId;
      await openRequests(`&key=${key}`);
      await page().getByLabel('UTC day').selectOption({ label: 'Yesterday' });
      await table('Largest requests').waitFor();
      const { from = '', to = '' } = shown();
      expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
      const answered = page().waitForResponse(/requests\/analysis/);
      await page().reload();
      const asked = new URL((await answered).url()).searchParams;
      expect(Object.fromEntries(asked)).toEqual({ keys: key, from, to });
      expect(await page().getByLabel('UTC day').locator('option:checked').innerText()).toBe('Yesterday');

      await openRequests('&from=2025-11-01T00:00:00.000Z&to=2025-11-02T00:00:00.000Z');
      await page().getByText('are no longer kept').waitFor();
    });

    test('are read part by part: the page says how far, continues when asked, and after an error', async () => {
      await forgetAnswers(page());
      let asked = 0;
      await page().route(/requests\/analysis/, async (route) => {
        asked += 1;
        if (asked === 3) return route.fulfill({ status: 400, contentType: 'application/problem+json', body: '{}' });
        const part = {
          from: at(asked),
          to: at(asked - 1),
          requests: 5_000,
          slowest: [],
          largest: [],
          historyFrom: at(99),
        };
        await route.fulfill({ json: { ...part, byMethod: methods, nextCursor: asked === 8 ? null : 'next' } });
      });
      await openRequests();
      await page().getByRole('button', { name: 'Try again' }).click();
      await page().getByText('25,000 requests from').waitFor();
      expect(asked).toBe(6);
      expect(
        await table('Latency by method')
          .getByRole('row', { name: /getSlot/ })
          .innerText(),
      ).toMatch(/10 ms.*20 ms.*20 ms/s);
      await page().getByRole('button', { name: 'Read 25,000 more' }).click();
      await page().getByText('35,000 requests from').waitFor();
      await page().getByText('Reading older requests').waitFor({ state: 'detached' });
      expect(await page().getByRole('button', { name: 'Read 25,000 more' }).count()).toBe(0);
      await forgetAnswers(page());
    });

    test('an account or a range without requests says so', async () => {
      await openRequests('&network=devnet&method=notAMethod');
      await page().getByText('No requests in this range').waitFor();
    });
  });
}

const wholeBatch = 'Each call of a batch counts with the time of the whole batch.';

/** The figures of each row of the table “Data”. */
async function figuresOf(page: Page): Promise<number[][]> {
  const rows = await page.getByRole('region', { name: 'Data', exact: true }).locator('tbody tr').all();
  const cells = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
  return cells.map((texts) => texts.map((text) => Number.parseInt(text.replaceAll(',', ''), 10)));
}

const rightOf = (box: Awaited<ReturnType<Locator['boundingBox']>>): number => (box ? box.x + box.width : Number.NaN);

/** The start of an hour some hours ago. */
const at = (hours: number): string => new Date(Date.UTC(2026, 10, 20) - hours * 3_600_000).toISOString();

const methods = { getSlot: { calls: 2, errors: 0, inBatches: 1, latency: null, latencies: { 10: 1, 20: 1 } } };

const searches = v.array(v.string());
const everyLink = `[...document.querySelectorAll('main a[href^="/history?"]')].map(({ search }) => search)`;

/** The search of each link of the page's main part to History. */
const linksToHistory = async (page: Page): Promise<string[]> => v.parse(searches, await page.evaluate(everyLink));

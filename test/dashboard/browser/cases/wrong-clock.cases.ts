import { expect, test } from '@jest/globals';
import { dayMs, minuteMs } from '../../../../src/time.ts';
import type { SignedIn } from '../signed-in.ts';
import { goTo, load, visit } from '../visit.ts';

/** Makes a page's clock go wrong by so many milliseconds. */
const shiftClock = (by: number) => {
  const now = Date.now.bind(Date);
  class WrongDate extends Date {
    constructor(...values: [] | [value: number]) {
      if (values.length === 0) super(now() + by);
      else super(...values);
    }
    static override now = () => now() + by;
  }
  Object.assign(globalThis, { Date: WrongDate });
};

/** Tests of pages in a browser whose clock is wrong: the service's time decides. */
export function testWrongClock(signedIn: () => SignedIn): void {
  test('a clock ahead of the next UTC midnight or half a day behind changes no range, and no call comes from the future', async () => {
    const { browser, world, opened } = signedIn();
    // Tabs of their own, because the script stays; their session is that of the other.
    const storageState = await opened.page.context().storageState();
    const { page: first, close } = await visit(browser, 'about:blank', { storageState });
    for (const by of [dayMs, -dayMs / 2]) {
      const page = await first.context().newPage();
      await page.addInitScript(shiftClock, by);
      await load(page, world.runtime.dashboardUrl);
      expect(Math.abs(Number(await page.evaluate('Date.now()')) - Date.now() - by)).toBeLessThan(minuteMs);
      for (const path of ['/keys', '/']) {
        await goTo(page, path);
        const text = await page.getByRole('main').innerText();
        expect({ by, text }).toEqual({ by, text: expect.stringMatching(/Last (call|used)\s/) });
        expect(text).not.toMatch(/Invalid time range|Try again|Last (call|used)\s+in /);
      }
    }
    await close();
  });
}

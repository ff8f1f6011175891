import { expect, test } from '@jest/globals';
import { dayMs, minuteMs } from '../../../../src/time.ts';
import type { SignedIn } from '../signed-in.ts';
import { goTo, visit, waitUntilLoaded } from '../visit.ts';

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
  test.each([
    ['ahead of the next UTC midnight', dayMs],
    ['half a day behind', -dayMs / 2],
  ])('a clock that is %s changes no range, and no call comes from the future', async (_, by) => {
    const { browser, world, opened } = signedIn();
    // A tab of its own, because the script stays; its session is that of the other.
    const storageState = await opened.page.context().storageState();
    const { page, close } = await visit(browser, 'about:blank', { storageState });
    await page.addInitScript(shiftClock, by);
    await page.goto(world.runtime.dashboardUrl);
    await waitUntilLoaded(page);
    expect(Math.abs(Number(await page.evaluate('Date.now()')) - Date.now() - by)).toBeLessThan(minuteMs);
    for (const path of ['/keys', '/']) {
      await goTo(page, path);
      const text = await page.getByRole('main').innerText();
      expect(text).toMatch(/Last (call|used)\s/);
      expect(text).not.toMatch(/Invalid time range|Try again|Last (call|used)\s+in /);
    }
    await close();
  });
}

import { expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Runtime } from '../../../../bin/start/runtime.ts';
import { launchFirefox } from '../../../support/browser.ts';
import { isAvailable } from '../../../tools/missing-tools.ts';
import { liveAsCustomer, withMouse } from '../customer-life.ts';
import { withKeyboard } from '../keyboard.ts';
import { visit } from '../visit.ts';

const testIn = isAvailable('Firefox') ? test : test.skip;

/** A customer's life in other ways than with a mouse in Chromium. */
export function testLives(started: () => { readonly runtime: Runtime; readonly browser: Browser }): void {
  test('the keyboard alone is enough, and the focus is always visible', async () => {
    const { runtime, browser } = started();
    const { page, complaints, close } = await visit(browser, runtime.dashboardUrl);
    const keyboard = withKeyboard(page);
    await liveAsCustomer(page, keyboard, runtime, 'keyboard@example.com');
    expect([...keyboard.unmarked]).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  testIn('Firefox does all of it too', async () => {
    const { runtime } = started();
    const firefox = await launchFirefox();
    try {
      const { page, complaints } = await visit(firefox, runtime.dashboardUrl);
      await liveAsCustomer(page, withMouse, runtime, 'firefox@example.com');
      expect(complaints).toEqual([]);
    } finally {
      await firefox.close();
    }
  });
}

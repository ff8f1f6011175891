import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../../support/browser.ts';
import { photograph } from './visit.ts';

/** A theme and a size of the window. */
export type Look = { readonly colorScheme: 'light' | 'dark'; readonly width: number; readonly height: number };

export const looks = [
  { colorScheme: 'light', width: 1280, height: 900 },
  { colorScheme: 'dark', width: 1280, height: 900 },
  { colorScheme: 'dark', width: 360, height: 740 },
  { colorScheme: 'light', width: 360, height: 740 },
] as const satisfies readonly Look[];

/** Each theme and each width once, for what is made of the same parts as pages. */
export const someLooks = [looks[0], looks[2]] as const;

/** Shows the page in a look. */
export async function wear(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
}

/** By how many pixels the page is wider than its window; negative if space is reserved for a scroll bar. */
const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * Photographs the page in each look, and checks that axe finds nothing serious and nothing is cut off. The page ends in the
 * first look.
 */
export async function expectGoodLooks(page: Page, name: string, given: readonly Look[] = looks): Promise<void> {
  for (const look of given) {
    const shown = `${name}-${look.colorScheme}-${look.width}`;
    await wear(page, look);
    // Colours of buttons change gradually.
    await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
    await photograph(page, shown);
    expect({ shown, findings: await seriousFindings(page) }).toEqual({ shown, findings: [] });
    expect(Number(await overflow(page))).toBeLessThanOrEqual(0);
  }
  await wear(page, given[0] ?? looks[0]);
}

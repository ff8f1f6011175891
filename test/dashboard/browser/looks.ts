import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../../support/browser.ts';
import { photograph } from './visit.ts';

/** A theme and a size of the window. */
export type Look = { readonly colorScheme: 'light' | 'dark'; readonly width: number; readonly height: number };

// A desktop, a tablet on its side, a tablet or a wide phone, and a phone.
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 640, height: 900 },
  { width: 360, height: 740 },
] as const;

const themes = ['light', 'dark'] as const;

/** `LOOKS=all` shows everything in every theme at every width: for a release, and after changes of the design. */
const all: readonly Look[] | undefined =
  process.env.LOOKS === 'all'
    ? themes.flatMap((colorScheme) => sizes.map((size) => ({ colorScheme, ...size })))
    : undefined;

/** The look of tests that are not about looks. */
export const usualLook: Look = { colorScheme: 'light', ...sizes[0] };

/** Every width once, and each theme at a wide and at a narrow one. */
const looks: readonly Look[] =
  all ?? sizes.map((size, index) => ({ colorScheme: index % 2 === 0 ? 'light' : 'dark', ...size }));

/** Both themes, at the ends of the widths, for what is made of the same parts as pages. */
export const someLooks: readonly Look[] = all ?? [usualLook, { colorScheme: 'dark', ...sizes[3] }];

/** Shows the page in a look. */
export async function wear(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
}

/** By how many pixels the page is wider than its window; negative if space is reserved for a scroll bar. */
const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Waits for transitions and animations that end: colours of buttons change gradually, and a skeleton pulses for ever. */
const untilStill = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );

/**
 * Photographs the page in each look, and checks that axe finds nothing serious and nothing is cut off. The page ends in
 * the usual look.
 */
export async function expectGoodLooks(page: Page, name: string, given: readonly Look[] = looks): Promise<void> {
  for (const look of given) {
    const shown = `${name}-${look.colorScheme}-${look.width}`;
    await wear(page, look);
    await untilStill(page);
    await photograph(page, shown);
    expect({ shown, findings: await seriousFindings(page) }).toEqual({ shown, findings: [] });
    expect({ shown, overflow: Math.max(0, Number(await overflow(page))) }).toEqual({ shown, overflow: 0 });
  }
  await wear(page, usualLook);
}

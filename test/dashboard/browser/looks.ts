import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { seriousFindings } from '../../support/browser.ts';
import { photograph, showsAll } from './visit.ts';

/** A theme and a size of the window. With `layoutOnly`, axe does not look: it takes longer than all else. */
export type Look = {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  readonly layoutOnly?: boolean;
};

// A desktop, a tablet on its side, a tablet or a wide phone, and a phone.
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 640, height: 900 },
  { width: 360, height: 740 },
] as const;

const themes = ['light', 'dark'] as const;

const all: readonly Look[] | undefined = showsAll
  ? themes.flatMap((colorScheme) => sizes.map((size) => ({ colorScheme, ...size })))
  : undefined;

/** The look of tests that are not about looks. */
export const usualLook: Look = { colorScheme: 'light', ...sizes[0] };

/** Both themes, at the ends of the widths, for what is made of the same parts as pages. */
export const someLooks: readonly Look[] = all ?? [usualLook, { colorScheme: 'dark', ...sizes[3] }];

/** One of them by turns, for what is made of the same parts as others that are shown. */
export const lookAt = (index: number): readonly Look[] => all ?? someLooks.filter((_, at) => at === index % 2);

/** Every width once, and each theme at a wide and at a narrow one. Axe looks at one end of the widths, by turns. */
export const pageLooks = (index: number): readonly Look[] =>
  all ??
  sizes.map((size, at) => ({
    colorScheme: at % 2 === 0 ? 'light' : 'dark',
    ...size,
    layoutOnly: !lookAt(index).some(({ width }) => width === size.width),
  }));

/** Shows the page in a look. */
export async function wear(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
}

// A chart takes its new width a moment after its window.
const settlesWithinMs = 10_000;

/** By how many pixels the page stays wider than its window; negative if space is reserved for a scroll bar. */
const lastingOverflow = (page: Page): Promise<number> =>
  // Not waitForFunction: after its first try, the policy of the page refuses the eval that it needs.
  page.evaluate(async (withinMs) => {
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const end = performance.now() + withinMs;
    while (overflow() > 0 && performance.now() < end) await new Promise(requestAnimationFrame);
    return overflow();
  }, settlesWithinMs);

/** Ends transitions and animations: colours of buttons change gradually. A skeleton that pulses for ever goes on. */
const endAnimations = (page: Page) =>
  page.evaluate(() => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState !== 'finished')
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    // The end of one may start another: a part of a button inherits its colour.
    for (let round = 0; round < 10 && running().length > 0; round += 1) {
      for (const animation of running()) animation.finish();
    }
  });

/** Shows what a page draws only near the window: pictures of the whole page would have empty tables. */
const drawEverything = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main, main *')) {
      const { contentVisibility } = getComputedStyle(element);
      if (contentVisibility === 'auto') element.style.contentVisibility = 'visible';
    }
  });

/**
 * Checks in each look that nothing is cut off, and that axe finds nothing serious. The page ends in the usual look.
 *
 * @param parts axe looks only at these: where it has seen the rest of the page in another test
 */
export async function expectGoodLooks(
  page: Page,
  name: string,
  looks: readonly Look[],
  parts: readonly Locator[] = [],
): Promise<void> {
  for (const look of looks) {
    const shown = `${name}-${look.colorScheme}-${look.width}`;
    await wear(page, look);
    await endAnimations(page);
    await drawEverything(page);
    const findings = look.layoutOnly ? [] : await seriousFindings(page, parts);
    const found = { findings, overflow: Math.max(0, await lastingOverflow(page)) };
    await photograph(page, shown, found.findings.length > 0 || found.overflow > 0);
    expect({ shown, ...found }).toEqual({ shown, findings: [], overflow: 0 });
  }
  await wear(page, usualLook);
}

import type { Locator, Page } from 'playwright-core';
import type { Hands } from './customer-life.ts';

/** More than any page has between two of its controls. */
const mostStops = 250;

/** Where the focus is after a Tab: at the target or not, and the element if nothing shows that it has the focus. */
type Stop = { readonly isTarget: boolean; readonly unmarked: string | null };

/** Runs in the page. The ring of a hidden radio button or slider is around a part that contains it. */
function currentStop(target: Element): Stop {
  const focused = document.activeElement;
  const isTarget = focused === target;
  if (!focused || focused === document.body) return { isTarget, unmarked: null };
  const marked = (element: Element | null, levels: number): boolean => {
    if (!element || levels === 0) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { bottom, right, top, left, width, height } = element.getBoundingClientRect();
    const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && width > 1 && height > 1;
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && isInView) return true;
    return marked(element.parentElement, levels - 1);
  };
  return { isTarget, unmarked: marked(focused, 4) ? null : focused.outerHTML.slice(0, 200) };
}

/** Uses a page with the keyboard alone, and collects the elements on its way whose focus nobody can see. */
export function withKeyboard(page: Page): Hands & { readonly unmarked: ReadonlySet<string> } {
  const unmarked = new Set<string>();
  const goTo = async (target: Locator) => {
    // Found first: a list that opens on the way hides the rest of the page from assistive technology, and from locators.
    await target.waitFor();
    const element = await target.elementHandle();
    for (let stops = 0; element && stops < mostStops; stops += 1) {
      const stop = await element.evaluate(currentStop);
      if (stops > 0 && stop.unmarked !== null) unmarked.add(stop.unmarked);
      if (stop.isTarget) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}.`);
  };
  return {
    unmarked,
    async press(target) {
      await goTo(target);
      await page.keyboard.press('Enter');
    },
    async type(field, text) {
      await goTo(field);
      await page.keyboard.type(text);
    },
  };
}

import type { Locator } from 'playwright-core';

/**
 * Takes a picture of the page, and looks for marks in the visible ones of some elements: bars, lines, borders and text.
 * For each, the share of its pixels that have a contrast of 3:1 or more to its most frequent colour.
 */
export async function sharesOfMarks(elements: Locator): Promise<number[]> {
  const page = elements.page();
  const areas = await elements.evaluateAll(visibleAreas);
  // One for all: a picture of each element takes as long.
  const picture = (await page.screenshot({ fullPage: true })).toString('base64');
  return page.evaluate(findMarks, { picture, areas });
}

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Runs in the page: where the visible elements are on it, in whole pixels. */
const visibleAreas = (elements: Element[]): Area[] =>
  elements
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .map(({ x, y, width, height }) => ({
      x: Math.round(x + scrollX),
      y: Math.round(y + scrollY),
      width: Math.round(width),
      height: Math.round(height),
    }))
    .filter(({ width, height }) => width > 0 && height > 0);

/** Runs in the page, because Node has no decoder of pictures. */
async function findMarks({ picture, areas }: { picture: string; areas: readonly Area[] }): Promise<number[]> {
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no canvas.');
  context.drawImage(bitmap, 0, 0);
  return areas.map(({ x, y, width, height }) => shareIn(context.getImageData(x, y, width, height).data));

  function shareIn(data: Uint8ClampedArray): number {
    // Red, green and blue are one number: a text for each pixel took most of the time.
    const [red, green, blue] = [2 ** 16, 2 ** 8, 1];
    const counts = new Map<number, number>();
    for (let at = 0; at < data.length; at += 4) {
      const color = (data[at] ?? 0) * red + (data[at + 1] ?? 0) * green + (data[at + 2] ?? 0) * blue;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    const linear = (value: number) => (value <= 10.3 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const channel = (color: number, place: number) => linear(Math.floor(color / place) % 256);
    const luminance = (color: number) =>
      0.2126 * channel(color, red) + 0.7152 * channel(color, green) + 0.0722 * channel(color, blue);
    const [background] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [0, 0] as const);
    const behind = luminance(background);
    const contrast = (color: number) => {
      const own = luminance(color);
      return (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05);
    };
    const marked = [...counts].reduce((sum, [color, count]) => sum + (contrast(color) >= 3 ? count : 0), 0);
    return marked / (data.length / 4);
  }
}

import type { Locator } from 'playwright-core';

/** What a reader sees of an element. */
type Marks = {
  /** Its most frequent colour. */
  readonly background: string;
  /** The share of its pixels that have a contrast of 3:1 or more to that. */
  readonly share: number;
};

/** Takes a picture of an element, and looks for marks in it: bars, lines, borders and text. */
export async function marksOf(element: Locator): Promise<Marks> {
  const picture = (await element.screenshot()).toString('base64');
  return element.page().evaluate(findMarks, picture);
}

/** Runs in the page, because Node has no decoder of pictures. */
async function findMarks(picture: string): Promise<Marks> {
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    const color = data.slice(at, at + 3).join();
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const linear = (channel: number) => (channel <= 10.3 ? channel / 3294 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = color.split(',').map((channel) => linear(Number(channel)));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [background = ''] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
  const behind = luminance(background);
  const contrast = (color: string) => {
    const own = luminance(color);
    return (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05);
  };
  const marked = [...counts].reduce((sum, [color, count]) => sum + (contrast(color) >= 3 ? count : 0), 0);
  return { background, share: marked / (data.length / 4) };
}

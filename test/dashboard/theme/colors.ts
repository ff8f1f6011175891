export type Theme = 'light' | 'dark';

/** A colour as red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number];

/** Reads the custom properties of a stylesheet: `--name: light-dark(#…, #…)`. Returns the colour of a name in a theme. */
export function readColors(css: string, theme: Theme): (name: string) => Color {
  const pattern = /--([\w-]+):\s*light-dark\((#[\da-f]{6}),\s*(#[\da-f]{6})\)/g;
  const colors = new Map(
    [...css.matchAll(pattern)].map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]),
  );
  return (name) => {
    const hex = colors.get(name);
    if (hex === undefined) throw new Error(`The stylesheet has no colour --${name}.`);
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
    return [red, green, blue];
  };
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance in sRGB, 0 to 1. */
function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

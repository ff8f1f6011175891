import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { contrast, readColors, type Theme } from './colors.ts';

const css = readFileSync(new URL('../../../dashboard/theme/tokens.css', import.meta.url), 'utf8');
const themes = ['light', 'dark'] as const satisfies readonly Theme[];
const surfaces = ['bg', 'surface', 'surface-raised', 'surface-sunken'];

/** A colour of text, and the backgrounds on which it is used. */
const texts: readonly [string, readonly string[]][] = [
  ['text', [...surfaces, 'accent-soft', 'danger-soft', 'warning-soft', 'success-soft']],
  ['text-muted', [...surfaces, 'accent-soft']],
  ['accent', [...surfaces, 'accent-soft']],
  ['danger', [...surfaces, 'danger-soft']],
  ['warning', [...surfaces, 'warning-soft']],
  ['success', [...surfaces, 'success-soft']],
  ['accent-text', ['accent', 'accent-hover']],
  ['danger-text', ['danger-solid']],
];

describe.each(themes)('in the %s theme', (theme) => {
  const colors = readColors(css, theme);
  const ratio = (one: string, other: string) => contrast(colors(one), colors(other));

  test.each(texts.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground])))(
    'the text colour %s has a contrast of 4.5:1 on %s (WCAG 2.2, 1.4.3)',
    (text, ground) => expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5),
  );

  test.each(
    ['border-strong', 'ring', 'accent', 'danger-solid'].flatMap((mark) => surfaces.map((ground) => [mark, ground])),
  )('the mark colour %s has a contrast of 3:1 on %s (WCAG 2.2, 1.4.11)', (mark, ground) =>
    expect(ratio(mark, ground)).toBeGreaterThanOrEqual(3),
  );
});

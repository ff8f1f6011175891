import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { outcomeNames, outcomeView } from '../../../dashboard/format/outcomes.ts';
import { difference, visions } from './color-vision.ts';
import { contrast, readColors } from './colors.ts';

const stylesheet = (name: string) => readFileSync(new URL(`../../../dashboard/theme/${name}`, import.meta.url), 'utf8');
const css = stylesheet('tokens.css') + stylesheet('outcomes.css');
const token = (outcome: string) => outcomeView(outcome).color.slice('var(--'.length, -1);
const outcomes = outcomeNames.map(token);
const lines = [1, 2, 3, 4, 5, 'others'].map((name) => `series-${name}`);
const pairs = (names: readonly string[]) =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colors = readColors(css, theme);

  test('marks have a contrast of 3:1 on every surface (WCAG 2.2, 1.4.11)', () => {
    const faint = [...outcomes, token('of a later release'), ...lines].flatMap((mark) =>
      ['bg', 'surface', 'surface-raised', 'surface-sunken']
        .map((ground) => ({ mark, ground, ratio: contrast(colors(mark), colors(ground)) }))
        .filter(({ ratio }) => ratio < 3),
    );
    expect(faint).toEqual([]);
  });

  test.each(visions)('any two outcomes, and any two lines, look different with %s vision', (vision) => {
    const least = (names: readonly string[]) =>
      Math.min(...pairs(names).map(([one, other]) => difference(colors(one), colors(other), vision)));
    expect(least(outcomes)).toBeGreaterThanOrEqual(9);
    expect(least(lines)).toBeGreaterThanOrEqual(12);
  });
});

test('the simulation knows what readers without a kind of cone confuse', () => {
  const [red, green, gray] = [
    [200, 60, 60],
    [110, 110, 45],
    [128, 128, 128],
  ] as const;
  expect(difference(red, green, 'full')).toBeGreaterThan(15);
  expect(difference([150, 150, 150], gray, 'full')).toBeCloseTo(difference([150, 150, 150], gray, 'tritanopia'), 0);
  expect(difference([190, 80, 60], [112, 112, 60], 'deuteranopia')).toBeLessThan(
    difference([190, 80, 60], [112, 112, 60], 'full') / 2,
  );
});

test('where the system sets the colours, every mark has a colour of the system', () => {
  const forced = css.slice(css.lastIndexOf('@media (forced-colors: active)'));
  for (const name of [...outcomes, token('of a later release'), ...lines])
    expect(forced).toContain(`--${name}: CanvasText;`);
});

import type { Color } from './colors.ts';

type Matrix = readonly [Color, Color, Color];

/**
 * How readers without one kind of cone see linear light (Machado, Oliveira and Fernandes 2009, "A physiologically-based
 * model for simulation of color vision deficiency", severity 1).
 */
const deficiencies: Readonly<Record<string, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export const visions = ['full', ...Object.keys(deficiencies)];

/** How different two colours look to readers with this vision: their distance in Oklab, in hundredths. About 2 is just seen. */
export function difference(one: Color, other: Color, vision: string): number {
  const [a, b] = [oklab(seen(one, vision)), oklab(seen(other, vision))];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function seen(color: Color, vision: string): Color {
  const linear = each(color, (part) =>
    part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  const matrix = deficiencies[vision];
  return matrix ? each(times(matrix, linear), (part) => Math.min(1, Math.max(0, part))) : linear;
}

/** Linear light in Oklab (https://bottosson.github.io/posts/oklab). */
const oklab = (linear: Color): Color => times(toOklab, each(times(toCones, linear), Math.cbrt));

const toCones: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const toOklab: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

const times = ([x, y, z]: Matrix, color: Color): Color => [dot(x, color), dot(y, color), dot(z, color)];
const dot = (row: Color, color: Color): number => row[0] * color[0] + row[1] * color[1] + row[2] * color[2];
const each = ([x, y, z]: Color, change: (part: number) => number): Color => [change(x), change(y), change(z)];

import { table } from '../markdown.ts';
import type { Costs } from './costs.ts';
import { fixedTotal } from './fixed.ts';
import { perMillion } from './terms.ts';

/** What an operator pays, on the operating page: a line for each figure. */
export function summaryTable({ shapes, plans, fixed }: Costs): string {
  const perShape = shapes.map(({ shape, uses }) => [
    `a million calls, at ${shape.name}`,
    perMillion(shape, uses).total.toFixed(2),
  ]);
  const free = plans
    .filter(({ usual }) => usual.covered === undefined)
    .map(({ usual }) => [`a month of a free account that uses all its calls`, usual.dollarsPerMonth.toFixed(2)]);
  return table(['', '$'], [...perShape, ...free, ['a month of a stack without calls', fixedTotal(fixed).toFixed(2)]]);
}

import { table } from '../markdown.ts';
import type { Results } from '../results.ts';
import { measuredFor } from './measured.ts';
import { reference, type Shape } from './shapes.ts';
import { type Deployment, perMillion, usesOf } from './terms.ts';

const nodes = [25, 100, 250];
const kilobytes = [1, 10, 100];
const methods = [1, 4, 10];

/** Dollars of a million calls at 10 million a day, with what a call is changed. */
export function sensitivityReport(results: Results, deployment: Deployment): string {
  const costOf = (changes: Partial<Shape>): string => {
    const shape = { ...reference, ...changes };
    return perMillion(shape, usesOf(shape, measuredFor(shape, results), deployment)).total.toFixed(2);
  };
  return [
    table(
      ['$ per million calls', ...kilobytes.map((size) => `answers of ${size} KB`)],
      nodes.map((nodeMs) => [
        `node of ${nodeMs} ms`,
        ...kilobytes.map((size) => costOf({ nodeMs, answerBytes: size * 1_000 })),
      ]),
    ),
    table(
      ['methods of a key', ...methods.map(String)],
      [['$ per million calls', ...methods.map((count) => costOf({ methods: count }))]],
    ),
  ].join('\n\n');
}

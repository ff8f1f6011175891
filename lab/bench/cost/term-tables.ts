import { perMillion, usesOf } from '../../../src/cost/cost-terms.ts';
import type { Deployment } from '../../../src/cost/deployment.ts';
import { measuredFigures } from '../../../src/cost/measured-figures.ts';
import { figuresFor } from '../../../src/cost/shape-figures.ts';
import { reference, type Shape } from '../../../src/cost/shapes.ts';
import { numeral, table } from '../report-format.ts';
import { cents } from './cost-format.ts';
import type { Costs, ShapeCost } from './cost-report-data.ts';
import { fixedTotal } from './fixed-costs.ts';

/** Dollars per million calls below which a term has no separate line. */
const leastShown = 0.001;

/** What a million calls of each shape cost, term by term. */
export function termTable(costs: readonly ShapeCost[]): string {
  const columns = costs.map(({ shape, uses }) => perMillion(shape, uses));
  const [first] = costs;
  const terms = (first?.uses ?? []).map(({ term }, line) => ({
    term: term.replace(/\b\d+ days of records/, 'days of records'),
    line: columns.map(({ lines }) => lines[line] ?? 0),
  }));
  const isShown = ({ line }: { readonly line: readonly number[] }) => line.some((cost) => cost >= leastShown);
  const hidden = terms.filter((term) => !isShown(term)).map(({ line }) => line);
  const others = columns.map((_, column) => hidden.reduce((sum, line) => sum + (line[column] ?? 0), 0));
  const rows = [
    ...terms.filter(isShown),
    { term: `${hidden.length} others, each below ${leastShown}`, line: others },
  ].map(({ term, line }) => [term, ...line.map(cents)]);
  const total = ['**all in**', ...columns.map((column) => `**${column.total.toFixed(2)}**`)];
  return table(['$ per million calls', ...costs.map(({ shape }) => shape.name)], [...rows, total]);
}

/** What the shapes are. */
export const shapeTable = (costs: readonly ShapeCost[]): string =>
  table(
    ['shape', 'calls/s of a key in use', 'cold', 'days of history', 'tally write units per call'],
    costs.map(({ shape, figures }) => [
      shape.name,
      String(shape.perKeyPerSecond),
      `${shape.coldShare * 100} %`,
      String(shape.historyDays),
      numeral(figures.tallyUnits),
    ]),
  );

const hits = [0, 0.5, 0.9, 1];

/** Dollars of a million calls of each shape, and at a million a day, by the share of cached answers of the authorizer. */
export const hitTable = (costs: readonly ShapeCost[], deployment: Deployment): string => {
  const million = { ...reference, name: '1 million a day', callsPerDay: 1e6 };
  const all = [...costs.map(({ shape }) => shape), million].toSorted((a, b) => a.callsPerDay - b.callsPerDay);
  return table(
    ['$ per million calls', ...hits.map((share) => `${share * 100} % cached`)],
    all.map((shape) => [
      shape.name,
      ...hits.map((authorizerHits) => {
        const figures = figuresFor(shape, measuredFigures, deployment.batching);
        const of = { ...shape, authorizerHits };
        return perMillion(of, usesOf(of, figures, deployment)).total.toFixed(2);
      }),
    ]),
  );
};

const nodes = [25, 100, 250];
const kilobytes = [1, 10, 100];
const methods = [1, 4, 10];

/** Dollars of a million calls at 10 million a day, with what a call is changed. */
export function sensitivityReport(deployment: Deployment): string {
  const costOf = (changes: Partial<Shape>): string => {
    const shape = { ...reference, ...changes };
    return perMillion(
      shape,
      usesOf(shape, figuresFor(shape, measuredFigures, deployment.batching), deployment),
    ).total.toFixed(2);
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

/** What an operator pays, on the operating page: a line for each figure. */
export function summaryTable({ shapes, plans, fixed }: Costs): string {
  const perShape = shapes.map(({ shape, uses }) => [
    `a million calls, at ${shape.name}`,
    perMillion(shape, uses).total.toFixed(2),
  ]);
  const free = plans
    .filter(({ usual }) => usual.covered === undefined)
    .map(({ usual }) => [
      `a month of a free account that uses all its calls, without the management API`,
      usual.dollarsPerMonth.toFixed(2),
    ]);
  return table(['', '$'], [...perShape, ...free, ['a month of a stack without calls', fixedTotal(fixed).toFixed(2)]]);
}

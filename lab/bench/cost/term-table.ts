import { table } from '../markdown.ts';
import { numeral } from '../numeral.ts';
import { cents } from './amounts.ts';
import type { ShapeCost } from './costs.ts';
import { perMillion } from './terms.ts';

/** Dollars per million calls below which a term has no line of its own. */
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
    costs.map(({ shape, measured }) => [
      shape.name,
      String(shape.perKeyPerSecond),
      `${shape.coldShare * 100} %`,
      String(shape.historyDays),
      numeral(measured.tallyUnits),
    ]),
  );

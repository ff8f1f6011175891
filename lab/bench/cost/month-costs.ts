import { bytes, daysPerMonth } from '../../../src/cost/assumptions.ts';
import { usesOf } from '../../../src/cost/cost-terms.ts';
import { prod } from '../../../src/cost/deployment.ts';
import { measuredFigures } from '../../../src/cost/measured-figures.ts';
import { dollars, prices } from '../../../src/cost/prices.ts';
import { figuresFor } from '../../../src/cost/shape-figures.ts';
import { reference, type Shape, shapes, usualCall } from '../../../src/cost/shapes.ts';
import { table } from '../report-format.ts';
import { wholeDollars } from './cost-format.ts';

/** A month's API Gateway REST API with usage plans, straight to a node: requests, and the same bytes going out. */
export function usagePlanMonth(callsPerDay: number): number {
  const millions = (callsPerDay * daysPerMonth) / 1e6;
  const perCall = usualCall.answerBytes + bytes.answerHeaders + bytes.request + bytes.requestHeaders;
  return dollars(prices.restApi, millions) + dollars(prices.transfer, (millions * perCall) / 1e3);
}

const usesMonth = (shape: Shape): number =>
  usesOf(shape, figuresFor(shape, measuredFigures, prod.batching), prod).reduce(
    (sum, { price, quantity }) => sum + dollars(price, quantity),
    0,
  );

const [trickle = reference] = shapes;
const shown = [1e6, 6e6, 10e6, 13.5e6, 33e6, 100e6];
const searched = Array.from({ length: 1_000 }, (_, index) => (index + 1) * 100_000);

/** A month with Sluice, its fixed costs included, beside one with usage plans. */
export function monthReport(fixed: number): string {
  const month = (callsPerDay: number, nodeMs: number, authorizerHits = reference.authorizerHits) =>
    usesMonth({ ...reference, callsPerDay, nodeMs, authorizerHits }) + fixed;
  const savings = (nodeMs: number, authorizerHits: number) =>
    searched
      .map((calls) => ({ calls, saved: 1 - month(calls, nodeMs, authorizerHits) / usagePlanMonth(calls) }))
      .filter(({ saved }) => saved > 0);
  const cheaper = savings(reference.nodeMs, 1);
  const isCheaperAnyway = savings(reference.nodeMs, 0).length > 0;
  let tooSlowMs = reference.nodeMs;
  while (savings(tooSlowMs, 1).length > 0) tooSlowMs += 1;
  const millions = (calls = 0) => calls / 1e6;
  const row = (calls: number, nodes: readonly number[]) => [
    calls.toLocaleString('en-US'),
    ...[...nodes, usagePlanMonth(calls)].map(wholeDollars),
  ];
  return [
    `With its fixed costs, and every answer of the authorizer cached, Sluice costs less than usage plans from ${millions(cheaper[0]?.calls)} to ` +
      `${millions(cheaper.at(-1)?.calls)} million calls a day, by at most ` +
      `${(100 * Math.max(...cheaper.map(({ saved }) => saved))).toFixed(1)} %, and never with nodes of ${tooSlowMs} ms or more. Without a cached answer it ${isCheaperAnyway ? 'may do so, too' : 'never does'}:`,
    table(
      ['calls a day', `Sluice, nodes of ${reference.nodeMs} ms, $ a month`, 'Sluice, nodes of 250 ms', 'usage plans'],
      [
        row(
          trickle.callsPerDay,
          [reference.nodeMs, 250].map((nodeMs) => usesMonth({ ...trickle, nodeMs }) + fixed),
        ),
        ...shown.map((calls) =>
          row(
            calls,
            [reference.nodeMs, 250].map((nodeMs) => month(calls, nodeMs)),
          ),
        ),
      ],
    ),
  ].join('\n\n');
}

import { dollars, prices } from '../../../lib/prices.ts';
import { table } from '../markdown.ts';
import { bytes } from './assumptions.ts';
import type { ShapeCost } from './costs.ts';
import { otherPlans } from './others.ts';
import { usualCall } from './shapes.ts';
import { perMillion } from './terms.ts';

/** Sluice's cost of a million calls, and what others ask for them. */
export function providerTable(costs: readonly ShapeCost[]): string {
  const rows = [
    ...costs.map(({ shape, uses }) => [
      `Sluice, ${shape.name}`,
      perMillion(shape, uses).total.toFixed(2),
      'this page; without nodes and fixed costs',
    ]),
    [
      'API Gateway REST API with usage plans, straight to a node',
      restApi().toFixed(2),
      `${prices.restApi.source}, and data out; its limits are best effort (API Gateway developer guide, "Usage plans"), and it keeps no methods, outcomes or history`,
    ],
    ...otherPlans.map(({ name, dollarsPerMonth, callsPerMonth, source }) => [
      `${name}, $${dollarsPerMonth} a month`,
      (dollarsPerMonth / (callsPerMonth / 1e6)).toFixed(2),
      `${source}; with nodes, when all calls of the month are made`,
    ]),
  ];
  return table(['who', '$ per million calls', 'source'], rows);
}

/** At 10 million calls a day, with the same bytes going out. */
function restApi(): number {
  const millions = 300;
  const perCall = usualCall.answerBytes + bytes.answerHeaders + bytes.request + bytes.requestHeaders;
  return (dollars(prices.restApi, millions) + dollars(prices.transfer, (millions * 1e6 * perCall) / 1e9)) / millions;
}

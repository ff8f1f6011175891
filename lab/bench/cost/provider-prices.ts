import { daysPerMonth } from '../../../src/cost/assumptions.ts';
import { perMillion } from '../../../src/cost/cost-terms.ts';
import { prices } from '../../../src/cost/prices.ts';
import { reference } from '../../../src/cost/shapes.ts';
import { table } from '../report-format.ts';
import type { ShapeCost } from './cost-report-data.ts';
import { usagePlanMonth } from './month-costs.ts';

/** A published plan of a provider with its own nodes. */
type OtherPlan = {
  readonly name: string;
  readonly dollarsPerMonth: number;
  /** Calls of a common read that a month of it has. */
  readonly callsPerMonth: number;
  readonly source: string;
};

const helius = 'helius.dev/docs/billing/credits: a standard RPC call is 1 credit';
const quickNode =
  'quicknode.com/api-credits: a Solana call is 30 credits; plans as solidpeer.io/docs/pricing lists them';

/** Plans of others, by what a million calls of them cost when all are made. */
const otherPlans: readonly OtherPlan[] = [
  { name: 'Helius Developer', dollarsPerMonth: 49, callsPerMonth: 10e6, source: helius },
  { name: 'Helius Business', dollarsPerMonth: 499, callsPerMonth: 100e6, source: helius },
  { name: 'Helius Professional', dollarsPerMonth: 999, callsPerMonth: 200e6, source: helius },
  { name: 'QuickNode Build', dollarsPerMonth: 49, callsPerMonth: 80e6 / 30, source: quickNode },
  { name: 'QuickNode Scale', dollarsPerMonth: 499, callsPerMonth: 950e6 / 30, source: quickNode },
  { name: 'QuickNode Business', dollarsPerMonth: 999, callsPerMonth: 2_000e6 / 30, source: quickNode },
];

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
      (usagePlanMonth(reference.callsPerDay) / ((reference.callsPerDay * daysPerMonth) / 1e6)).toFixed(2),
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

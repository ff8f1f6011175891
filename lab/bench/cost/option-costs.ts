import * as v from 'valibot';
import { bytes, daysPerMonth } from '../../../src/cost/assumptions.ts';
import { dollars, prices } from '../../../src/cost/prices.ts';
import { reference } from '../../../src/cost/shapes.ts';
import { allOf } from '../deployed.ts';
import { table } from '../report-format.ts';
import { type FixedCost, fixedDollars, scheduledRuns } from './fixed-costs.ts';

/** The subnets of a usual VPC, each in another availability zone. */
export const zones = 2;

const hours = daysPerMonth * 24;

/** What the setting `vpc` adds to a month without a call; the endpoint only if a node has a secret. */
export const vpcCosts = (): FixedCost[] => [
  { what: 'gateway endpoint for DynamoDB, which is free', uses: [] },
  {
    what: `endpoint for Secrets Manager in ${zones} subnets, if a node has a secret`,
    uses: [[prices.endpointHours, zones * hours]],
  },
  scheduledRuns({ runs: daysPerMonth * 1_440, memory: endpointWatch.memory, description: endpointWatch.description }),
  {
    what: `2 alarms, which look at ${addedMetrics.alarmed} metrics, and ${addedMetrics.own} metric of our own`,
    uses: [
      [prices.alarms, addedMetrics.alarmed],
      [prices.metrics, addedMetrics.own],
    ],
  },
];

/** Metrics that alarms look at, and metrics of our own: test/lib/vpc/alarms counts them. */
export const addedMetrics = { alarmed: 3, own: 1 };

/** Of the function endpoint-watch, which is in no template without a VPC. */
const endpointWatch = { memory: 256, description: 'Checks endpoints once a minute' };

/** What the setting `customerManagedKey` adds. */
export function keyCosts(): FixedCost[] {
  const roles = allOf('AWS::IAM::Role', v.unknown()).filter((role) => JSON.stringify(role).includes('"dynamodb:'));
  const pairs = roles.length * allOf('AWS::DynamoDB::GlobalTable', v.unknown()).length;
  return [
    { what: 'the customer-managed key; its first two yearly rotations add $1 each', uses: [[prices.keys, 1]] },
    {
      // "How Amazon DynamoDB uses AWS KMS": the table's key is kept for five minutes for each principal.
      what: 'its requests by DynamoDB: at most one in five minutes for each table and role',
      uses: [[prices.keyUses, (pairs * hours * 12) / 1e6]],
    },
  ];
}

/** Dollars for what a million calls send between function and node if both are in any of the zones. */
export function zoneTrafficPerMillion(): number {
  const sent = bytes.request + bytes.requestHeaders + reference.answerBytes + bytes.answerHeaders;
  const gigabytes = (1e6 * sent) / 1e9;
  const crossing = (zones - 1) / zones;
  // Each GB is paid for by who sends it, and by who gets it.
  return fixedDollars({ what: '', uses: [[prices.zoneTransfer, 2 * crossing * gigabytes]] });
}

/** The table of docs/vpc.md. */
export const vpcTable = (): string =>
  table(
    ['what', '$ a month'],
    [
      ...vpcCosts().map((one) => [one.what, fixedDollars(one).toFixed(2)]),
      ['each GB that the endpoint for Secrets Manager carries', priceOf('endpointData')],
      [
        `traffic between ${zones} availability zones, for each million calls with answers of ${reference.answerBytes / 1_000} KB`,
        zoneTrafficPerMillion().toFixed(2),
      ],
      ['your NAT gateway for public nodes, whether Sluice uses it or not', dollars(prices.natHours, hours).toFixed(2)],
      ['each GB that it carries', priceOf('natData')],
    ],
  );

const priceOf = (name: 'endpointData' | 'natData'): string => String(dollars(prices[name], 1));

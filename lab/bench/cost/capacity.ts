import { minReads } from '../../../lib/instance/capacity.ts';
import { daysPerMonth } from '../../../src/cost/assumptions.ts';
import { prices } from '../../../src/cost/prices.ts';
import { numeral, table } from '../report-format.ts';

const hours = daysPerMonth * 24;
const seconds = hours * 3_600;

const dollarsOf = (price: { readonly steps: readonly { readonly dollars: number }[] }): number =>
  price.steps[0]?.dollars ?? 0;

const onDemandUnit = dollarsOf(prices.writeUnits) / 1e6;
const provisionedUnit = dollarsOf(prices.provisionedWrites) / 3_600;

/** The utilization at which a provisioned write costs what one on demand costs. */
export const breakEvenUtilization = provisionedUnit / onDemandUnit;

/** Dollars of a million writes whose table keeps that utilization. */
const perMillionWrites = (utilization: number): number => (provisionedUnit / utilization) * 1e6;

/**
 * The least that Admissions and Records together cost in a month, with that minimum of write units a second for each.
 */
const leastDollars = (minWrites: number): number =>
  2 * hours * (minWrites * dollarsOf(prices.provisionedWrites) + minReads * dollarsOf(prices.provisionedReads)) +
  scalingAlarms * dollarsOf(prices.alarms);

/** At most: four alarms for each of two policies of two tables. How many auto scaling makes is not confirmed. */
const scalingAlarms = 16;

/** Calls a second on average from which a minimum costs no more than on demand: a write in each table for a call. */
export const paysFrom = (minWrites: number): number => leastDollars(minWrites) / (2 * onDemandUnit * seconds);

/**
 * What a reserved unit costs of a provisioned one, by the years of the term: Amazon DynamoDB reserved capacity saves up to
 * 77 % (AWS's page on it), and 54 % in one year (docs.archera.ai, commitment brief of March 2026). Units come in blocks of
 * 100, for single-Region tables of the class Standard.
 */
const reservedShare = { 1: 0.46, 3: 0.23 } as const;

const reservedWrites = (years: 1 | 3): number => perMillionWrites(0.7) * reservedShare[years];

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** From which load on provisioned capacity pays, by the minimum that is chosen. */
export function capacityReport(): string {
  const saved = 2 * (onDemandUnit * 1e6 - perMillionWrites(0.7));
  return [
    `A write on demand costs what a provisioned one costs in a table that is used to ${percent(breakEvenUtilization)}. At 70 %, ` +
      `the target of auto scaling, a million writes cost $${perMillionWrites(0.7).toFixed(2)} instead of ` +
      `$${(onDemandUnit * 1e6).toFixed(2)}, and a million calls, with two writes each, $${saved.toFixed(2)} less. Below its ` +
      'minimum a table costs the same whatever its load:',
    table(
      ['minimum of each table, writes/s', 'costs at least, $ a month', 'pays from, calls/s on average', 'calls a day'],
      [50, 200, 1_000].map((minWrites) => [
        numeral(minWrites),
        numeral(leastDollars(minWrites)),
        numeral(paysFrom(minWrites)),
        numeral(Number((paysFrom(minWrites) * 86_400).toPrecision(2))),
      ]),
    ),
    `Reserved capacity is a discount on provisioned units that are bought for a term, partly in advance: at 70 % a million ` +
      `writes cost $${reservedWrites(1).toFixed(2)} with one year and $${reservedWrites(3).toFixed(2)} with three. It is paid for ` +
      'whatever the load, so reserve what the quietest hour uses.',
    'Auto scaling adds capacity after two minutes above the target, and its alarms can be minutes late. Until then a table ' +
      'uses what it left unused in the last five minutes. Callers of a larger burst get 503 (`limits_unavailable`) after one repetition, or an answer whose record is in the ' +
      'log alone (`record_lost`) until it is replayed. [How to switch, and what to watch](../../../docs/operating.md#capacity-of-the-tables).',
  ].join('\n\n');
}

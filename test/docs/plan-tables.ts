import { table } from '../../lab/bench/report-format.ts';
import { maxBatchSize } from '../../src/json-rpc/rpc-request.ts';
import type { Plan } from '../../src/plans.ts';
import { plans } from '../support/shipped-settings.ts';
import { priceTable } from './price-table.ts';

const number = (value: number) => value.toLocaleString('en-US');
const daysOf = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/** A table with a row for each plan: of each column, its head and a plan's cell. */
function planTable(columns: Readonly<Record<string, (plan: Plan) => string>>): string {
  const cells = Object.values(columns);
  const rows = plans.all.map((plan) => [plan.id, ...cells.map((cell) => cell(plan))]);
  return table(['plan', ...Object.keys(columns)], rows);
}

const limits = planTable({
  'calls/s per key': ({ limits }) => number(limits.callsPerSecond),
  'calls/day per key': ({ limits }) => number(limits.callsPerDay),
  keys: ({ keys }) => number(keys),
  history: ({ historyDays }) => daysOf(historyDays),
  'longest call': ({ longestCallSeconds }) => `${longestCallSeconds} s`,
});

const batches = planTable({ 'largest batch': ({ limits }) => number(Math.min(maxBatchSize, limits.callsPerSecond)) });

const executions = planTable({
  keys: ({ keys }) => number(keys),
  'calls/s per key': ({ limits }) => number(limits.callsPerSecond),
  'longest call, s': ({ longestCallSeconds }) => number(longestCallSeconds),
  executions: ({ keys, limits, longestCallSeconds }) => number(keys * limits.callsPerSecond * longestCallSeconds),
});

/** The tables that follow from the plans of sluice.config.ts and from the price list: page, section, text. */
export const planTables: readonly (readonly [string, string, string])[] = [
  ['docs/api.md', 'plan-limits', limits],
  ['docs/api.md', 'plan-batches', batches],
  ['docs/operating.md', 'plan-executions', executions],
  ['docs/management-api.md', 'price-list', priceTable],
];

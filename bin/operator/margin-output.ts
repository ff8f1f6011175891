import {
  type AccountMargin,
  type Amounts,
  type MarginRow,
  marginOf,
  sumOfRows,
} from '../../src/margin/account-margin.ts';
import type { TimeRange } from '../../src/margin/plan-periods.ts';
import { dayOf } from '../../src/time.ts';
import { asText, type OutputRow } from './print-rows.ts';

/** `currency`: of the revenue. */
export type MarginSettings = { readonly currency: string; readonly nodesHaveCosts: boolean };

export type MarginReport = {
  readonly range: TimeRange;
  /** The lowest margin first. */
  readonly margins: readonly AccountMargin[];
  readonly settings: MarginSettings;
  /** One account was asked for. */
  readonly isOne: boolean;
};

/** A document for each account, and unless one was asked for, a last one with the sums of all. */
export function marginDocuments({ range, margins, settings, isOne }: MarginReport): unknown[] {
  const days = { from: dayOf(range.from), to: dayOf(range.to - 1), currency: settings.currency };
  const ofAccounts = margins.map((margin) => {
    const { accountId, email, planId } = margin.account;
    return { accountId, email, planId, ...days, ...marginDocument(margin) };
  });
  if (isOne) return ofAccounts;
  const rows = margins.flatMap((margin) => margin.rows);
  const all = {
    ...days,
    accounts: margins.length,
    ...amountsOf(sumOfRows(rows)),
    byPlan: rowDocuments(rows, ({ planId }) => ({ planId })),
    byMethod: rowDocuments(rows, ({ network, method }) => ({ network, method })),
  };
  return [...ofAccounts, all];
}

export function marginText({ range, margins, settings, isOne }: MarginReport): string {
  const rows = margins.flatMap((margin) => margin.rows);
  const byMethod = ({ network, method }: MarginRow) => ({ network, method: method ?? 'no calls' });
  const tables: [string, OutputRow[]][] = isOne
    ? [['By plan and method', methodCells(rows)]]
    : [
        ['By plan', rowCells(rows, ({ planId }) => ({ plan: planId }))],
        ['By method', rowCells(rows, byMethod)],
        ['By customer', margins.map(customerCells)],
      ];
  const parts = [...tables, ['All', [cellsOf(sumOfRows(rows))]] as const].map(
    ([title, cells]) => `${title}\n${asText(cells)}`,
  );
  return `${dayOf(range.from)} to ${dayOf(range.to - 1)} (UTC)\n\n${parts.join('\n')}${notesOn(margins, settings)}`;
}

/** The margin of one account, by plan and method. */
export const marginDocument = ({ rows, daysWithoutCosts }: AccountMargin) => ({
  ...amountsOf(sumOfRows(rows)),
  daysWithoutCosts,
  byMethod: rowDocuments(rows, ({ planId, network, method }) => ({ planId, network, method })),
});

/** Rows of plans and methods, for tables of one account. */
export const methodCells = (rows: readonly MarginRow[]): OutputRow[] =>
  rowCells(rows, ({ planId, network, method }) => ({ plan: planId, network, method: method ?? 'no calls' }));

const customerCells = ({ account, rows }: AccountMargin): OutputRow => ({
  account: account.accountId,
  email: account.email,
  plan: account.planId,
  ...cellsOf(sumOfRows(rows)),
});

type Grouping = (row: MarginRow) => OutputRow;

/** Sums of the rows that have the same columns, the lowest margin first. */
function grouped(rows: readonly MarginRow[], columnsOf: Grouping): { columns: OutputRow; sum: Amounts }[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(columnsOf(row)));
  return [...groups.values()]
    .flatMap((group) => group.slice(0, 1).map((first) => ({ columns: columnsOf(first), sum: sumOfRows(group) })))
    .toSorted((one, other) => marginOf(one.sum) - marginOf(other.sum));
}

const rowCells = (rows: readonly MarginRow[], columnsOf: Grouping): OutputRow[] =>
  grouped(rows, columnsOf).map(({ columns, sum }) => ({ ...columns, ...cellsOf(sum) }));

const rowDocuments = (rows: readonly MarginRow[], columnsOf: Grouping) =>
  grouped(rows, columnsOf).map(({ columns, sum }) => ({ ...columns, ...amountsOf(sum) }));

const cellsOf = (sum: Amounts): OutputRow => ({
  calls: sum.calls,
  tries: sum.tries,
  revenue: sum.revenue.toFixed(2),
  'AWS $': sum.awsDollars.toFixed(2),
  'nodes $': sum.nodeDollars.toFixed(2),
  margin: marginOf(sum).toFixed(2),
});

const amountsOf = (sum: Amounts) => ({
  calls: sum.calls,
  tries: sum.tries,
  unpricedTries: sum.unpricedTries,
  revenue: rounded(sum.revenue),
  awsDollars: rounded(sum.awsDollars),
  nodeDollars: rounded(sum.nodeDollars),
  margin: rounded(marginOf(sum)),
});

const rounded = (amount: number): number => Number(amount.toFixed(6));

/** What the amounts leave out. */
export function notesOn(margins: readonly AccountMargin[], { currency, nodesHaveCosts }: MarginSettings): string {
  const { tries, unpricedTries } = sumOfRows(margins.flatMap(({ rows }) => rows));
  const days = margins.reduce((sum, margin) => sum + margin.daysWithoutCosts, 0);
  const notes = [
    ...(nodesHaveCosts ? [] : ['No node has a `cost` in the settings: all nodes count as $0 (docs/margin.md).']),
    ...(unpricedTries > 0
      ? [`${unpricedTries} of ${tries} tries went to nodes without a \`cost\` in the settings: they count as $0.`]
      : []),
    ...(days > 0 ? [`On ${days} days of keys, node costs are not computed: they count as $0.`] : []),
    ...(currency === 'usd' ? [] : [`Revenue is in ${currency}, costs are in dollars: the margin takes both as equal.`]),
  ];
  return notes.length === 0 ? '' : `\n${notes.map((note) => `${note}\n`).join('')}`;
}

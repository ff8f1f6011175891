import { planCost } from '../../src/cost/plan-cost.ts';
import { type PlanSale, toPlanView } from '../../src/management-api/schemas/account-schemas.ts';
import { marginOf, sumOfRows } from '../../src/margin/account-margin.ts';
import type { Plan } from '../../src/plans.ts';
import { outcomes } from '../../src/records/outcome.ts';
import type { CallFigures } from '../../src/usage/usage-report.ts';
import { UsageError } from '../command-errors.ts';
import type { BilledAmounts } from './billed-amounts.ts';
import type { Commands } from './command.ts';
import { marginSettings } from './margin-command.ts';
import { type MarginSettings, marginDocument, methodCells, notesOn } from './margin-output.ts';
import { amountText, inWholeUnits } from './money.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asCsv, asFields, asText, type OutputRow } from './print-rows.ts';
import { readStatement, type Statement } from './statement.ts';

export const statementCommands: Commands = {
  'accounts statement': {
    args: ['ACCOUNT'],
    options: ['month', 'csv'],
    required: 'month',
    summary: 'show the calls of a month by key and outcome, what they cost, what was billed, and the margin',
    run: async ([id = ''], { options: { month = '', csv = false }, openGateway }) => {
      if (!isMonth(month)) throw new UsageError(`--month must be a month like 2026-11, not ${month}.`);
      const gateway = await openGateway();
      const statement = await readStatement(gateway, id, month);
      const priced = { ...statement, ...pricesOf(gateway, statement) };
      const text = csv ? asCsv(csvRows(priced)) : asStatement(priced);
      return { documents: [documentOf(priced)], text };
    },
  },
};

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** `awsDollars` is what the calls cost by the cost model, without fixed costs. */
type Prices = {
  /** The account's plan now; null if it is not in the settings. */
  readonly plan: Plan | null;
  readonly sale: PlanSale;
  readonly awsDollars: number;
  readonly awsDollarsPerMillion: number;
  readonly settings: MarginSettings;
};

type PricedStatement = Statement & Prices;

function pricesOf(gateway: OperatorGateway, { account, total, meanLatency }: Statement): Prices {
  const { plans, sale } = gateway;
  const plan = plans.find(account.planId) ?? null;
  const { perMillion: awsDollarsPerMillion } = planCost(plan ?? plans.free, meanLatency);
  return {
    plan,
    sale,
    awsDollars: (total.calls / 1e6) * awsDollarsPerMillion,
    awsDollarsPerMillion,
    settings: marginSettings(gateway),
  };
}

const documentOf = ({ account, month, from, to, keys, total, plan, sale, ...prices }: PricedStatement) => ({
  accountId: account.accountId,
  email: account.email,
  month,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  keys: keys.map(({ key: { keyId, name, state }, figures }) => ({ keyId, name, state, ...figures })),
  total,
  planId: account.planId,
  plan: plan && toPlanView(plan, sale),
  billed: prices.billed,
  margin: marginDocument(prices.margin),
  awsCost: {
    dollars: roundedTo(prices.awsDollars, 6),
    dollarsPerMillionCalls: roundedTo(prices.awsDollarsPerMillion, 2),
  },
});

/** Small amounts with more digits. */
const precise = (amount: number): string => `$${amount.toFixed(amount < 1 ? 6 : 2)}`;

const roundedTo = (amount: number, digits: number): number => Number(amount.toFixed(digits));

const billedText = ({ currency, paid, refunded }: BilledAmounts): string =>
  `${amountText({ amount: paid - refunded, currency })}` +
  (refunded > 0
    ? ` (paid ${inWholeUnits({ amount: paid, currency })}, refunded ${inWholeUnits({ amount: refunded, currency })})`
    : '');

function asStatement({ account, month, keys, total, plan, sale, ...prices }: PricedStatement): string {
  const shown = outcomes.filter((outcome) => total.outcomes[outcome]);
  const columns = (figures: CallFigures): OutputRow => ({
    calls: figures.calls,
    ...Object.fromEntries(shown.map((outcome) => [outcome, figures.outcomes[outcome] ?? 0])),
  });
  const rows = keys.map(({ key, figures }) => ({ key: key.keyId, name: key.name, ...columns(figures) }));
  const ofMonth = sumOfRows(prices.margin.rows);
  const summary = asFields({
    account: account.accountId,
    email: account.email,
    month: `${month} (UTC)`,
    plan: plan
      ? `${plan.id}, ${plan.pricePerMonth} ${sale.currency} a month`
      : `${account.planId} (not in the settings)`,
    billed: prices.billed.map(billedText).join(', ') || null,
    'AWS cost': `${precise(prices.awsDollars)}, at $${prices.awsDollarsPerMillion.toFixed(2)} per million calls (docs/cli.md)`,
    'node cost': precise(ofMonth.nodeDollars),
    margin: `${marginOf(ofMonth).toFixed(2)}, from the plan's price (docs/margin.md)`,
  });
  const usage = asText([...rows, { key: 'all keys', name: null, ...columns(total) }]);
  const margins = asText(methodCells(prices.margin.rows));
  return `${summary}\n${usage}\nMargin of the ended days\n${margins}${notesOn([prices.margin], prices.settings)}`;
}

/** A row per key, then the total, which has the amounts of money. Every outcome is a column, so that months compare. */
function csvRows({ account, month, keys, total, plan, sale, ...prices }: PricedStatement): OutputRow[] {
  const row = (key: string | null, name: string | null, figures: CallFigures, money: OutputRow): OutputRow => ({
    month,
    account: account.accountId,
    email: account.email,
    key,
    name,
    calls: figures.calls,
    ...Object.fromEntries(outcomes.map((outcome) => [outcome, figures.outcomes[outcome] ?? 0])),
    plan: account.planId,
    ...money,
  });
  const noMoney = { planPrice: null, paid: null, refunded: null, currency: null, awsDollars: null, nodeDollars: null };
  const billed = prices.billed.length > 0 ? prices.billed : [{ currency: sale.currency, paid: 0, refunded: 0 }];
  const cells = (of: 'paid' | 'refunded') =>
    billed.map((amounts) => inWholeUnits({ amount: amounts[of], currency: amounts.currency })).join(' + ');
  return [
    ...keys.map(({ key, figures }) => row(key.keyId, key.name, figures, noMoney)),
    row(null, 'all keys', total, {
      planPrice: plan?.pricePerMonth ?? null,
      paid: cells('paid'),
      refunded: cells('refunded'),
      currency: billed.map(({ currency }) => currency).join(' + '),
      awsDollars: roundedTo(prices.awsDollars, 6),
      nodeDollars: roundedTo(sumOfRows(prices.margin.rows).nodeDollars, 6),
    }),
  ];
}

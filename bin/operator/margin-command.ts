import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { type AccountMargin, marginOf, readMargin, sumOfRows } from '../../src/margin/account-margin.ts';
import { accountsIn } from '../../src/margin/accounts-in.ts';
import type { TimeRange } from '../../src/margin/plan-periods.ts';
import { concurrently } from '../../src/runtime/concurrently.ts';
import { dayMs, dayOf } from '../../src/time.ts';
import { tallySpans } from '../../src/usage/usage-range.ts';
import { UsageError } from '../command-errors.ts';
import type { Commands } from './command.ts';
import { findAccountId } from './find-account.ts';
import { type MarginSettings, marginDocuments, marginText } from './margin-output.ts';
import type { OperatorGateway } from './operator-gateway.ts';

export const marginCommands: Commands = {
  margin: {
    args: [],
    options: ['from', 'to', 'account'],
    summary: 'show revenue, AWS cost, node cost and margin by customer, plan and method',
    run: async (_, { options: { from, to, account }, openGateway }) => {
      const gateway = await openGateway();
      const range = rangeOf(from, to, gateway.clock());
      const margins = await readMargins(gateway, range, account);
      const report = { range, margins, settings: marginSettings(gateway), isOne: account !== undefined };
      return { documents: marginDocuments(report), text: marginText(report) };
    },
  },
};

export const marginSettings = ({ sale, marginDeps }: OperatorGateway): MarginSettings => ({
  currency: sale.currency,
  nodesHaveCosts: marginDeps.nodesHaveCosts,
});

/** The lowest margin first. Accounts that brought in and cost nothing are left out, unless one is asked for. */
async function readMargins(gateway: OperatorGateway, range: TimeRange, idOrEmail: string | undefined) {
  if (idOrEmail !== undefined) {
    const account = await findAccount(gateway.directory, await findAccountId(gateway, idOrEmail));
    return [await readMargin(gateway.marginDeps, account, range)];
  }
  const margins: AccountMargin[] = [];
  const read = async (account: Account) => {
    const margin = await readMargin(gateway.marginDeps, account, range);
    if (margin.rows.length > 0) margins.push(margin);
  };
  for await (const page of accountsIn(gateway.scanAccounts)) await concurrently(page, read);
  return margins.toSorted((one, other) => marginOf(sumOfRows(one.rows)) - marginOf(sumOfRows(other.rows)));
}

/** Whole UTC days that have ended; by default the last seven. */
function rangeOf(from: string | undefined, to: string | undefined, now: number): TimeRange {
  const today = startOf(dayOf(now));
  const last = to === undefined ? today - dayMs : dayIn('to', to);
  const first = from === undefined ? last - 6 * dayMs : dayIn('from', from);
  if (last >= today) {
    throw new UsageError(
      `--to is ${to}, but node costs are known of ended UTC days only: use ${dayOf(today - dayMs)}.`,
    );
  }
  if (first > last) throw new UsageError(`--from ${dayOf(first)} is after --to ${dayOf(last)}. Exchange them.`);
  const kept = startOf(dayOf(now - tallySpans.hour.keepSeconds * 1_000)) + dayMs;
  if (first < kept) throw new UsageError(`--from is ${from}, but usage is kept from ${dayOf(kept)} on. Use that day.`);
  return { from: first, to: last + dayMs };
}

function dayIn(option: string, text: string): number {
  const at = startOf(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && dayOf(at) === text) return at;
  throw new UsageError(`--${option} must be a UTC day like 2026-11-20, not ${text}.`);
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

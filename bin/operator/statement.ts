import type { Account, Key } from '../../src/directory/directory-items.ts';
import { findAccount, listKeys } from '../../src/directory/directory-reads.ts';
import { type AccountMargin, readMargin } from '../../src/margin/account-margin.ts';
import { type Outcome, outcomes } from '../../src/records/outcome.ts';
import { dayOf, type EpochMs } from '../../src/time.ts';
import { queryUsage } from '../../src/usage/query-usage.ts';
import { isAnswered } from '../../src/usage/tally-counter.ts';
import type { CallFigures, MethodFigures } from '../../src/usage/usage-report.ts';
import { type BilledAmounts, readBilledAmounts } from './billed-amounts.ts';
import type { OperatorGateway } from './operator-gateway.ts';

/** The usage of one account in a UTC month, by key. */
export type Statement = {
  readonly account: Account;
  readonly month: string;
  /** `to` is exclusive. */
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly keys: readonly { readonly key: Key; readonly figures: CallFigures }[];
  readonly total: CallFigures;
  /** Mean time in which calls were answered, in ms; undefined if no call was answered. */
  readonly meanLatency: number | undefined;
  /** Payments and refunds of the month, by currency. */
  readonly billed: readonly BilledAmounts[];
  /** Of the days that have ended, by plan and method. */
  readonly margin: AccountMargin;
};

/** @param month like `2026-11` @throws {UsageRangeError} if it has not begun, or its usage is no longer kept */
export async function readStatement(gateway: OperatorGateway, id: string, month: string): Promise<Statement> {
  const range = monthRange(month);
  const account = await findAccount(gateway.directory, id);
  const keys: Statement['keys'][number][] = [];
  const methods: MethodFigures[] = [];
  for (const key of await listKeys(gateway.directory, id)) {
    const request = { accountId: account.accountId, keyId: key.keyId, ...range, span: 'day' as const };
    const report = await queryUsage(gateway.usage, request, gateway.clock);
    const { latency, rpcErrorCodes, ...figures } = report.total;
    keys.push({ key, figures });
    methods.push(...Object.values(report.byMethod));
  }
  const total = keys.map(({ figures }) => figures).reduce(sumFigures, noCalls);
  const billed = await readBilledAmounts(gateway, account, range);
  const ended = { from: range.from, to: Math.max(range.from, Math.min(range.to, startOfToday(gateway.clock()))) };
  const margin = await readMargin(gateway.marginDeps, account, ended);
  return { account, month, ...range, keys, total, meanLatency: meanOf(methods), billed, margin };
}

/** The UTC month; `to` is exclusive. */
export function monthRange(month: string): { readonly from: EpochMs; readonly to: EpochMs } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
}

const startOfToday = (now: EpochMs): EpochMs => Date.parse(`${dayOf(now)}T00:00:00Z`);

const noCalls: CallFigures = { calls: 0, errors: 0, outcomes: {} };

const sumFigures = (one: CallFigures, other: CallFigures): CallFigures => ({
  calls: one.calls + other.calls,
  errors: one.errors + other.errors,
  outcomes: Object.fromEntries(
    outcomes.flatMap((outcome): [Outcome, number][] => {
      const count = (one.outcomes[outcome] ?? 0) + (other.outcomes[outcome] ?? 0);
      return count > 0 ? [[outcome, count]] : [];
    }),
  ),
});

function meanOf(methods: readonly MethodFigures[]): number | undefined {
  let [answered, milliseconds] = [0, 0];
  for (const { outcomes: counts, meanLatency } of methods) {
    const calls = outcomes.filter(isAnswered).reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);
    answered += calls;
    milliseconds += calls * (meanLatency ?? 0);
  }
  return answered > 0 ? milliseconds / answered : undefined;
}

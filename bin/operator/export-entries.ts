import { listPayments } from '../../src/billing/list-payments.ts';
import { type Columns, csvHeader, csvRowOf } from '../../src/csv.ts';
import type { Account, Key } from '../../src/directory/directory-items.ts';
import type { AccountToken } from '../../src/directory/token-items.ts';
import { toRequestView } from '../../src/management-api/request-view.ts';
import { toActivityView } from '../../src/management-api/schemas/activity-schema.ts';
import {
  activityColumns,
  keyColumns,
  paymentColumns,
  tokenColumns,
  usageColumns,
} from '../../src/management-api/schemas/csv-columns.ts';
import { toKeyView } from '../../src/management-api/schemas/key-schema.ts';
import { type RequestView, requestColumns } from '../../src/management-api/schemas/request-schema.ts';
import { toTokenView } from '../../src/management-api/schemas/token-schema.ts';
import { toUsageView, type UsageView } from '../../src/management-api/schemas/usage-schema.ts';
import { type HistoryPosition, queryHistory } from '../../src/records/history.ts';
import type { EpochMs } from '../../src/time.ts';
import { queryUsage } from '../../src/usage/query-usage.ts';
import { readActivity } from './account-activity.ts';
import { toPaymentView } from './account-billing.ts';
import { accountView } from './account-output.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { longestHistoryMs } from './request-commands.ts';
import type { ZipEntry } from './zip-file.ts';

export type ExportedAccount = {
  readonly account: Account;
  readonly tokens: readonly AccountToken[];
  readonly keys: readonly (Key & { readonly lastUsedAt: number | undefined })[];
  /** The range of usage, history and activity; `to` exclusive. */
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly now: number;
  /** Gets the ids of rows that cannot be read. */
  readonly unreadable: Set<string>;
};

/** The files of an account's archive; docs/management-api.md describes them. */
export function* archiveEntries(gateway: OperatorGateway, exported: ExportedAccount): Generator<ZipEntry> {
  const { account, keys, now } = exported;
  const keyViews = keys.map((key) => toKeyView(key, undefined, withUse(key), now));
  yield { name: 'README.txt', text: [readme(account.email, exported)] };
  yield { name: 'account.json', text: [`${JSON.stringify(accountView(gateway, account), undefined, 2)}\n`] };
  yield* table('keys', () => keyViews, keyColumns);
  yield* table('tokens', () => exported.tokens.map((token) => toTokenView(token, now)), tokenColumns);
  yield* table('usage', () => usageDays(gateway, exported), usageColumns);
  yield* table('activity', () => activityOf(gateway, exported), activityColumns);
  yield* table('payments', () => paymentsOf(gateway, exported), paymentColumns);
  yield* table('requests', () => requestsOf(gateway, exported), requestColumns);
}

const withUse = ({ lastUsedAt }: ExportedAccount['keys'][number]) => ({ calls: undefined, lastUsedAt });

type Rows<Row> = () => AsyncIterable<Row> | Iterable<Row>;

/** Rows as JSON and as CSV. They are read twice, because an archive has one file after the other. */
function* table<Row>(name: string, rows: Rows<Row>, columns: Columns<Row>): Generator<ZipEntry> {
  yield { name: `${name}.json`, text: json(rows()) };
  yield { name: `${name}.csv`, text: csv(rows(), columns) };
}

async function* json<Row>(rows: ReturnType<Rows<Row>>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* csv<Row>(rows: ReturnType<Rows<Row>>, columns: Columns<Row>): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const row of rows) yield csvRowOf(columns, row);
}

/** Days with calls, oldest first. One report for each month, because a report reads a limited number of items. */
async function* usageDays(
  { usage, clock }: OperatorGateway,
  { account: { accountId }, from, to }: ExportedAccount,
): AsyncGenerator<UsageView['points'][number]> {
  for (let start = from; start < to; ) {
    const date = new Date(start);
    const end = Math.min(to, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1));
    const { points } = toUsageView(await queryUsage(usage, { accountId, from: start, to: end, span: 'day' }, clock));
    yield* points.filter(({ calls }) => calls > 0);
    start = end;
  }
}

const pageLength = 1_000;

/** Key by key, newest first. */
async function* requestsOf(
  { records, chains, clock, publicNodes }: OperatorGateway,
  { keys, from, to, now, unreadable }: ExportedAccount,
): AsyncGenerator<RequestView> {
  const range = { from: Math.max(from, now - longestHistoryMs), to, limit: pageLength };
  for (const { keyId } of keys) {
    let after: HistoryPosition | undefined;
    do {
      const page = await queryHistory(records, keyId, { ...range, after }, chains, clock);
      for (const { requestId } of page.unreadable) unreadable.add(requestId);
      yield* page.records.map((record) => toRequestView(record, publicNodes));
      after = page.next ?? undefined;
    } while (after);
  }
}

/** Newest first. */
async function* activityOf({ directory }: OperatorGateway, { account, from, to }: ExportedAccount) {
  for await (const row of readActivity(directory, account.accountId, { from, to })) yield toActivityView(row);
}

/** Oldest first. */
async function* paymentsOf({ directory }: OperatorGateway, { account, from, to }: ExportedAccount) {
  const payments = account.billing ? await listPayments(directory, account.accountId) : [];
  // Stripe's times are whole seconds, so the first payment may seem older than the account.
  yield* payments.filter(({ at }) => from - 1_000 < at && at < to).map(toPaymentView);
}

const readme = (email: string, { from, to, now }: ExportedAccount): string => `Export of an account
Account: ${email}
Made: ${new Date(now).toISOString()}
From ${new Date(from).toISOString()} to ${new Date(to).toISOString()}

account.json   the account with its plan
keys           all keys, active and revoked. Secrets are stored as hashes only and are not part of the export.
tokens         account tokens, without the tokens themselves; revoked ones are only in the activity
usage          calls, errors and latency by UTC day, of all keys; days without calls are left out
activity       changes of the account, newest first
payments       payments, with what was refunded of them; amounts in the currency's smallest unit, oldest first
requests       the history of requests, key by key, newest first

Each table is there twice: .json has every field, .csv has the fields that fit into a table. Times are in UTC.
`;

import * as v from 'valibot';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';
import type { Item } from '../table/item-table.ts';
import { dayMs, type EpochMs, endOfDay } from '../time.ts';
import { type Account, accountItemKey, type Key } from './directory-items.ts';

// An account's activity: one row for each change of the account, its plan or its keys, written in the transaction of the
// change. The sort key is the account's version after the change, so rows have the exact order of the changes whatever
// the clocks of the processes say.

/** Who makes a change, and from where. */
export type ChangeOrigin = {
  readonly by: 'customer' | 'operator' | 'billing' | 'system' | 'holder' | 'github';
  /** The client's network address; undefined if unknown. */
  readonly address?: string | undefined;
  /** The client's User-Agent; undefined if unknown. */
  readonly client?: string | undefined;
  /** The account token of the request; undefined if a person makes the change. */
  readonly token?: { readonly tokenId: string; readonly name: string } | undefined;
};

export const activityActions = [
  'account_created',
  'account_deleted',
  'account_resumed',
  'account_suspended',
  'email_changed',
  'key_created',
  'key_leak_reported',
  'key_renamed',
  'key_revoked',
  'key_rotated',
  'keys_exceed_plan',
  'password_changed',
  'password_reset',
  'payment_disputed',
  'payment_failed',
  'payment_received',
  'payment_refunded',
  'plan_changed',
  'plan_ended',
  'plan_restored',
  'recovery_code_used',
  'recovery_codes_created',
  'refund_failed',
  'second_factor_disabled',
  'second_factor_enabled',
  'secret_ended',
  'sessions_ended',
  'token_created',
  'token_leak_reported',
  'token_renamed',
  'token_revoked',
] as const;

type ActivityAction = (typeof activityActions)[number];

/** Values before and after a change. They never hold a secret, a hash or a password. */
type ChangedValues = Readonly<Record<string, string | number>>;

/** What a change did. */
export type Activity = {
  readonly action: ActivityAction;
  readonly key?: Pick<Key, 'keyId' | 'name'>;
  readonly before?: ChangedValues;
  readonly after?: ChangedValues;
};

/** Operators can read an account's activity for this time. Customers read as much as their plan allows. */
const activityDays = 400;

/** At least this much activity is shown on every plan. */
const minDays = 30;

const prefix = 'ACTIVITY#';
const versionDigits = 12;
const sortKey = (version: number): string => `${prefix}${String(version).padStart(versionDigits, '0')}`;

const maxClientLength = 256;

const values = v.optional(v.record(v.string(), v.union([v.string(), v.number()])));

const rowSchema = v.object({
  version: v.number(),
  /** Milliseconds since the epoch. */
  at: v.number(),
  by: v.string(),
  action: v.string(),
  keyId: v.optional(v.string()),
  keyName: v.optional(v.string()),
  address: v.optional(v.string()),
  client: v.optional(v.string()),
  tokenId: v.optional(v.string()),
  tokenName: v.optional(v.string()),
  before: values,
  after: values,
});

/** A row of an account's activity. A later release of the gateway may have written other actions. */
export type ActivityRow = v.InferOutput<typeof rowSchema>;

/** @param account after the change; its version identifies the row */
export function activityWrite(
  { accountId, version }: Pick<Account, 'accountId' | 'version'>,
  { action, key, before, after }: Activity,
  { by, address, client, token }: ChangeOrigin,
  at: number,
): DirectoryWrite {
  const row: ActivityRow = {
    version,
    at,
    by,
    action,
    ...(key && { keyId: key.keyId, keyName: key.name }),
    ...(address && { address }),
    ...(client && { client: client.slice(0, maxClientLength) }),
    ...(token && { tokenId: token.tokenId, tokenName: token.name }),
    ...(before && { before }),
    ...(after && { after }),
  };
  const expiresAt = Math.ceil((at + activityDays * dayMs) / 1_000);
  return { put: { pk: accountItemKey(accountId).pk, sk: sortKey(version), ...row, expiresAt } };
}

/** The start of the activity that a customer can read: of a UTC day, so that the list changes with changes and days only. */
export const activityStart = (historyDays: number, now: EpochMs): EpochMs =>
  endOfDay(now) - (Math.max(historyDays, minDays) + 1) * dayMs;

/** All rows of an account, oldest first. */
export const activityRange = (accountId: string) => ({
  pk: accountItemKey(accountId).pk,
  from: sortKey(0),
  to: sortKey(10 ** versionDigits - 1),
});

/** What to list: rows since `from`, of changes between the versions `after` and `before`, of all keys or one. */
export type ActivityRequest = {
  readonly from: EpochMs;
  readonly limit: number;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly keyId?: string | undefined;
};

/** Where it continues: before the version `next`; undefined at the end. */
export type ActivityPage = { readonly rows: readonly ActivityRow[]; readonly next: number | undefined };

/** The most rows of other keys read for one page, which may then be short and still have `next`. */
const maxSkipped = 1_000;

const filteredPageSize = 250;

/** The activity of an account, newest first. */
export async function listActivity(
  directory: Directory,
  accountId: string,
  { from, limit, after = -1, before = 10 ** versionDigits, keyId }: ActivityRequest,
): Promise<ActivityPage> {
  if (after + 1 >= before) return { rows: [], next: undefined };
  const { pk } = accountItemKey(accountId);
  const pageSize = keyId === undefined ? limit + 1 : filteredPageSize;
  const rows: ActivityRow[] = [];
  let last = before;
  let skipped = 0;
  for await (const item of directory.queryRange({
    pk,
    from: sortKey(after + 1),
    to: sortKey(before - 1),
    descending: true,
    pageSize,
  })) {
    const row = readActivityRow(item);
    if (row.at < from) break;
    const matches = keyId === undefined || row.keyId === keyId;
    if (skipped === maxSkipped || (matches && rows.length === limit)) return { rows, next: last };
    if (matches) rows.push(row);
    else skipped += 1;
    last = row.version;
  }
  return { rows, next: undefined };
}

/** @throws {v.ValiError} */
export const readActivityRow = (item: Item): ActivityRow => v.parse(rowSchema, item);

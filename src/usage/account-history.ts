import type { NetworkChains } from '../network-chains.ts';
import { type HistoryPage, type HistoryRange, type HistoryRequest, readPage, rowsOfDay } from '../records/history.ts';
import { lowestRequestId, requestIdTime } from '../records/request-id.ts';
import { concurrently } from '../runtime/concurrently.ts';
import type { Item, Table } from '../table/item-table.ts';
import type { TableReads } from '../table/signed-table.ts';
import { type Clock, dayMs, dayOf } from '../time.ts';
import { startOfDay } from './day-items.ts';
import { type KeysOfDay, keysByDay } from './keys-by-day.ts';
import { UsageTooLargeError } from './usage-range.ts';

export type AccountHistoryDeps = {
  readonly records: Table;
  readonly usage: Pick<TableReads, 'pages'>;
  readonly chains: NetworkChains;
  readonly clock: Clock;
};

/** An account and its active keys, or the keys to list; any of them may be revoked. */
export type HistoryOwner = { readonly accountId: string } & (
  | { readonly activeKeyIds: readonly string[] }
  | { readonly keyIds: readonly string[] }
);

/** Each of them costs a query, because every key has its own partition of a day. */
export const maxKeysOfDay = 500;

const leastPageSize = 10;

/**
 * The history of all keys of an account, revoked ones included, or of some keys, merged: the same pages as those of one
 * key (`queryHistory` in src/records/history.ts). Only keys with counted calls on a day are read, and for today and
 * yesterday the active keys or those to list, because the tally is up to half a minute behind.
 * @throws {UsageTooLargeError} for a day on which more than 500 keys had calls
 */
export const queryAccountHistory = (
  deps: AccountHistoryDeps,
  owner: HistoryOwner,
  request: HistoryRequest,
): Promise<HistoryPage> => readPage((range) => accountRows(deps, owner, range), request, deps.chains, deps.clock);

async function* accountRows(deps: AccountHistoryDeps, owner: HistoryOwner, range: HistoryRange): AsyncGenerator<Item> {
  if (range.before <= lowestRequestId(range.from)) return;
  // The id `before` is itself not in the range.
  const newest = dayOf((requestIdTime(range.before) ?? 0) - (isStartOfDay(range.before) ? 1 : 0));
  const counted = keysByDay(deps.usage, owner.accountId, dayOf(range.from), newest);
  const always = 'keyIds' in owner ? owner.keyIds : owner.activeKeyIds;
  const days = withRecentDays(counted, always, recentDays(deps.clock(), newest, range.from));
  for await (const { day, keyIds: all } of days) {
    const keyIds = 'keyIds' in owner ? owner.keyIds.filter((keyId) => all.includes(keyId)) : all;
    if (keyIds.length > maxKeysOfDay) throw tooManyKeys(day);
    yield* mergedRows(deps.records, keyIds, day, range);
  }
}

const isStartOfDay = (requestId: string): boolean => {
  const at = requestIdTime(requestId) ?? 0;
  return at % dayMs === 0 && requestId === lowestRequestId(at);
};

/** Today and yesterday, as far as they are in the range; newest first. */
const recentDays = (now: number, newest: string, from: number): string[] =>
  [dayOf(now), dayOf(now - dayMs)].filter((day) => day <= newest && day >= dayOf(from));

/** Adds keys to the counted ones of recent days. */
async function* withRecentDays(
  counted: AsyncGenerator<KeysOfDay>,
  added: readonly string[],
  recent: readonly string[],
): AsyncGenerator<KeysOfDay> {
  const waiting = [...recent];
  for await (const { day, keyIds } of counted) {
    while (waiting[0] !== undefined && waiting[0] > day) yield { day: waiting.shift() ?? '', keyIds: added };
    if (waiting[0] === day) {
      waiting.shift();
      yield { day, keyIds: [...new Set([...keyIds, ...added])] };
    } else yield { day, keyIds };
  }
  for (const day of waiting) yield { day, keyIds: added };
}

type Reader = { readonly rows: AsyncGenerator<Item>; head: Item };

/** The rows of keys on one day, newest first: a merge of each key's rows. */
async function* mergedRows(
  records: Table,
  keyIds: readonly string[],
  day: string,
  range: HistoryRange,
): AsyncGenerator<Item> {
  const pageSize = Math.max(leastPageSize, Math.ceil(range.pageSize / Math.max(1, keyIds.length)));
  const readers: Reader[] = [];
  await concurrently(keyIds, async (keyId) => {
    const rows = rowsOfDay(records, keyId, startOfDay(day), { ...range, pageSize });
    const { value: head, done } = await rows.next();
    if (!done) readers.push({ rows, head });
  });
  while (readers.length > 0) {
    const newest = readers.reduce((one, other) => (String(other.head.sk) > String(one.head.sk) ? other : one));
    yield newest.head;
    const { value: head, done } = await newest.rows.next();
    if (done) readers.splice(readers.indexOf(newest), 1);
    else newest.head = head;
  }
}

const tooManyKeys = (day: string) =>
  new UsageTooLargeError(
    `More than ${maxKeysOfDay} of your keys had calls on ${day}. List the requests of one key, or end the range before ` +
      'that day.',
  );

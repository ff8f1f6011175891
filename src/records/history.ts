import * as v from 'valibot';
import type { NetworkChains, TalliedErrorCode } from '../network-chains.ts';
import type { Item, Table } from '../table/item-table.ts';
import { type Clock, dayMs, dayOf, type EpochMs, endOfDay } from '../time.ts';
import type { Outcome } from './outcome.ts';
import { recordKey, recordPartition } from './record.ts';
import { type CallCount, type RequestRecord, recordSchema } from './record-schema.ts';
import { lowestRequestId, requestIdTime } from './request-id.ts';

/** The end of a page: the next page holds requests that came in before this one. */
export const historyPositionSchema = v.object({
  requestId: v.pipe(
    v.string(),
    v.check((id) => requestIdTime(id) !== undefined, 'is not a request id'),
  ),
});

export type HistoryPosition = Readonly<v.InferOutput<typeof historyPositionSchema>>;

/** One call must match the method, the outcome and the code, like the calls that a tally counts under these names. */
export type RecordFilter = {
  /** A method's name, or a tallied name (`tallyName` in src/network-chains.ts). */
  readonly method?: string | undefined;
  /** `error`: every outcome except `ok`. */
  readonly outcome?: Outcome | 'error' | undefined;
  /** A code, or `other` as it is tallied (`talliedErrorCode` in src/network-chains.ts). */
  readonly errorCode?: TalliedErrorCode | undefined;
  readonly network?: string | undefined;
};

export type HistoryRequest = RecordFilter & {
  /** `from` is inclusive, `to` exclusive. */
  readonly from: EpochMs;
  readonly to: number;
  readonly limit: number;
  readonly after?: HistoryPosition | undefined;
};

type RowId = Pick<RequestRecord, 'keyId' | 'requestId'>;

export type HistoryPage = {
  readonly records: readonly RequestRecord[];
  /** Where the next page continues; null on the last page. */
  readonly next: HistoryPosition | null;
  /** How many rows were read, also those that do not match. */
  readonly read: number;
  /** Rows that hold no valid record. */
  readonly unreadable: readonly RowId[];
};

export const maxPageLength = 100;

/** The most rows read for one page, as a filter may match few of them. */
export const maxPageRows = 5_000;

/** The most days searched for one page: the longest retention, which can touch two further days. */
const maxDays = 92;

const filteredPageSize = 1_000;

/**
 * Newest first. A page ends at a request and not at a count, so records written between two pages neither get lost nor
 * appear twice. A request that is still running appears only in a new listing. The work for a page is bounded, so it
 * may be short or empty and still have `next`. Expired records are omitted even if the table still holds them.
 */
export const queryHistory = (
  records: Table,
  keyId: string,
  request: HistoryRequest,
  chains: NetworkChains,
  clock: Clock,
): Promise<HistoryPage> => readPage((range) => rowsNewestFirst(records, keyId, range), request, chains, clock);

/** Rows from `from` (inclusive) to before the request with the id `before`. */
export type HistoryRange = { readonly from: EpochMs; readonly before: string; readonly pageSize: number };

/** A page of the rows that `rowsOf` reads, newest first. */
export async function readPage(
  rowsOf: (range: HistoryRange) => AsyncGenerator<Item>,
  request: HistoryRequest,
  chains: NetworkChains,
  clock: Clock,
): Promise<HistoryPage> {
  const now = clock();
  const range = rangeOf(request, now);
  const page: RequestRecord[] = [];
  const unreadable: RowId[] = [];
  let position = range.before;
  let read = 0;
  for await (const item of rowsOf(range)) {
    const record = readOrNote(item, now, unreadable);
    const matches = record && matchesFilter(record, request, chains);
    if (read === maxPageRows || (matches && page.length === request.limit)) {
      return { records: page, next: { requestId: position }, read, unreadable };
    }
    if (matches) page.push(record);
    position = String(item.sk);
    read += 1;
  }
  const next = range.from > Math.max(0, request.from) ? { requestId: lowestRequestId(range.from) } : null;
  return { records: page, next, read, unreadable };
}

const rowSchema = v.object({ ...recordSchema.entries, expiresAt: v.number() });

/** Undefined if it has expired, since DynamoDB deletes items late. @throws {v.ValiError} */
export function readRecordRow(item: unknown, at: number): RequestRecord | undefined {
  const { expiresAt, ...record } = v.parse(rowSchema, item);
  return expiresAt * 1_000 > at ? record : undefined;
}

/** One invalid row must not hide the others. */
function readOrNote(item: Item, now: number, unreadable: RowId[]): RequestRecord | undefined {
  try {
    return readRecordRow(item, now);
  } catch (error) {
    if (!v.isValiError(error)) throw error;
    const [keyId = ''] = String(item.pk).split('#');
    unreadable.push({ keyId, requestId: String(item.sk) });
    return undefined;
  }
}

export async function findRecord(
  records: Table,
  keyId: string,
  requestId: string,
  clock: Clock,
): Promise<RequestRecord | undefined> {
  const at = requestIdTime(requestId);
  if (at === undefined) return undefined;
  const item = await records.get(recordKey({ keyId, at, requestId }));
  return item && readRecordRow(item, clock());
}

export function matchesFilter(record: RequestRecord, filter: RecordFilter, chains: NetworkChains): boolean {
  const { network } = record;
  if (filter.network !== undefined && network !== filter.network) return false;
  const ofMethod = (call: CallCount) => filter.method === undefined || hasMethod(call, network, filter.method, chains);
  const hasOutcome = ({ outcome }: CallCount) =>
    filter.outcome === 'error' ? outcome !== 'ok' : [undefined, outcome].includes(filter.outcome);
  // Only answers with an error have a code, even if it could not be read.
  const hasErrorCode = ({ outcome, errorCode }: CallCount) =>
    filter.errorCode === undefined ||
    (outcome === 'rpc_error' &&
      (errorCode === filter.errorCode || chains.talliedErrorCode(network, errorCode) === filter.errorCode));
  return record.calls.some((call) => ofMethod(call) && hasOutcome(call) && hasErrorCode(call));
}

/** @param name a method's name, or a tallied name */
export const hasMethod = ({ method }: CallCount, network: string, name: string, chains: NetworkChains): boolean =>
  name === method || name === chains.tallyName(network, method);

function rangeOf({ from, to, after, limit, ...filter }: HistoryRequest, now: number): HistoryRange {
  const end = lowestRequestId(Math.max(0, Math.min(to, endOfDay(now))));
  const before = after && after.requestId < end ? after.requestId : end;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return {
    from: Math.max(0, from, (requestIdTime(before) ?? 0) - maxDays * dayMs),
    before,
    // One more row shows whether there is a next page. A query after a page also returns the row that it ended at.
    pageSize: isFiltered ? filteredPageSize : limit + (after ? 2 : 1),
  };
}

async function* rowsNewestFirst(records: Table, keyId: string, range: HistoryRange): AsyncGenerator<Item> {
  const { from, before } = range;
  if (before <= lowestRequestId(from)) return;
  for (let at = requestIdTime(before) ?? 0; dayOf(at) >= dayOf(from); at -= dayMs) {
    yield* rowsOfDay(records, keyId, at, range);
  }
}

/** Rows of a key on the UTC day of `at`, newest first. */
export async function* rowsOfDay(
  records: Table,
  keyId: string,
  at: number,
  { from, before, pageSize }: HistoryRange,
): AsyncGenerator<Item> {
  const pk = recordPartition(keyId, at);
  const rows = records.queryRange({ pk, from: lowestRequestId(from), to: before, descending: true, pageSize });
  for await (const item of rows) if (item.sk !== before) yield item;
}

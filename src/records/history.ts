import * as v from 'valibot';
import { tallyName } from '../chains/network-chain.ts';
import type { Item, Table } from '../table/item-table.ts';
import { type Clock, dayMs, dayOf, endOfDay } from '../time.ts';
import type { Outcome } from './outcome.ts';
import { recordKey, recordPartition } from './record.ts';
import { type RequestRecord, readRecordRow } from './record-schema.ts';
import { lowestRequestId, requestIdTime } from './request-id.ts';

/** Where a page of the history ended: the next one holds requests that came in before that one. */
export const historyPositionSchema = v.object({
  requestId: v.pipe(
    v.string(),
    v.check((id) => requestIdTime(id) !== undefined, 'is no request id'),
  ),
});

/** {@link historyPositionSchema} */
export type HistoryPosition = Readonly<v.InferOutput<typeof historyPositionSchema>>;

/** Which requests of a key are asked for, {@link RecordFilter} among them. */
export type HistoryRequest = RecordFilter & {
  /** From `from` until before `to`, ms since the epoch. */
  readonly from: number;
  readonly to: number;
  /** The most records of the page, 1 to {@link maxPageLength}. */
  readonly limit: number;
  readonly after?: HistoryPosition | undefined;
};

/** Some of a key's records, newest first. */
export type HistoryPage = {
  readonly records: readonly RequestRecord[];
  /** Where to go on; null when there are no more. */
  readonly next: HistoryPosition | null;
  /** The ids of rows that were come across and hold no record. */
  readonly unreadable: readonly string[];
};

/** The most records a page may have. */
export const maxPageLength = 100;

/** The most rows that are read for one page: with a filter, most may not fit it. */
const maxRows = 5_000;

/** The most days that are looked into for one page: those of the longest retention, and the two it begins and ends in. */
const maxDays = 92;

/** Rows fetched at once when a filter may leave few of them. */
const filteredPageSize = 1_000;

/**
 * A page of a key's history, newest first, by when requests came in. Pages are cut at a request, not at a count, so what
 * is written between two of them is neither missed below the cut nor makes anything show twice; a request that is still
 * under way when its moment is passed shows only to who begins anew. A page may be short, or empty, and still have
 * `next`: the work for one is bounded. Expired records are not shown, even where the table still holds them.
 */
export async function queryHistory(
  records: Table,
  keyId: string,
  request: HistoryRequest,
  clock: Clock,
): Promise<HistoryPage> {
  const now = clock();
  const range = rangeOf(keyId, request, now);
  const shown: RequestRecord[] = [];
  const unreadable: string[] = [];
  let position = range.before;
  let read = 0;
  for await (const item of rowsNewestFirst(records, range)) {
    const record = readable(item, now, unreadable);
    const fits = record && matchesFilter(record, request);
    if (read === maxRows || (fits && shown.length === request.limit)) {
      return { records: shown, next: { requestId: position }, unreadable };
    }
    if (fits) shown.push(record);
    position = String(item.sk);
    read += 1;
  }
  const next = range.from > Math.max(0, request.from) ? { requestId: lowestRequestId(range.from) } : null;
  return { records: shown, next, unreadable };
}

/** The record of a row, where it has one that has not expired; one bad row does not take the others with it. */
function readable(item: Record<string, unknown>, now: number, unreadable: string[]): RequestRecord | undefined {
  try {
    return readRecordRow(item, now);
  } catch (error) {
    if (!v.isValiError(error)) throw error;
    unreadable.push(String(item.sk));
    return undefined;
  }
}

/** The record of a key's request; undefined when there is none, or none any more. */
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

function rangeOf(keyId: string, { from, to, after, limit, ...filter }: HistoryRequest, now: number): HistoryRange {
  const end = lowestRequestId(Math.max(0, Math.min(to, endOfDay(now))));
  const before = after && after.requestId < end ? after.requestId : end;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return {
    keyId,
    from: Math.max(0, from, (requestIdTime(before) ?? 0) - maxDays * dayMs),
    before,
    // One more than is shown tells that there are more; and the page before ended at a row, which is read again.
    pageSize: isFiltered ? filteredPageSize : limit + (after ? 2 : 1),
  };
}

/**
 * What a record must have: the network, and a call with both the method and the outcome, so that the calls which pass
 * are those that a tally counts. What is undefined is not asked for.
 */
export type RecordFilter = {
  /** A method's name, or what methods are tallied as together (see tally-name.ts). */
  readonly method?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly network?: string | undefined;
};

/** Whether a record has what a filter asks for. */
export function matchesFilter(record: RequestRecord, { method, outcome, network }: RecordFilter): boolean {
  if (network !== undefined && record.network !== network) return false;
  return record.calls.some(
    (call) =>
      (outcome === undefined || call.outcome === outcome) &&
      (method === undefined || call.method === method || tallyName(record.network, call.method) === method),
  );
}

/** Rows of a key that came in at `from` (ms since the epoch) or later, and before the request of that id. */
export type HistoryRange = {
  readonly keyId: string;
  readonly from: number;
  readonly before: string;
  /** Rows fetched at once. */
  readonly pageSize: number;
};

/** The items of a range of Records, newest first, one UTC day after the other. */
export async function* rowsNewestFirst(records: Table, range: HistoryRange): AsyncGenerator<Item> {
  const { keyId, from, before, pageSize } = range;
  const lowest = lowestRequestId(from);
  if (before <= lowest) return;
  for (let at = requestIdTime(before) ?? 0; dayOf(at) >= dayOf(from); at -= dayMs) {
    const pk = recordPartition(keyId, at);
    const rows = records.queryRange({ pk, from: lowest, to: before, descending: true, pageSize });
    for await (const item of rows) if (item.sk !== before) yield item;
  }
}

import type { RecordedRequest } from '../../../api/api.ts';
import type { RequestFilter, RequestPage } from '../../../api/requests.ts';
import { dayMs } from '../../../format/durations.ts';

// A request may take 25 s at the node and is recorded afterwards, so it may appear below newer ones.
const latestRecordMs = 30_000;
// In the list of several keys, those of a revoked key wait until its first call of the day is in the usage.
const latestRecordOfSeveralKeysMs = 90_000;

type Pages = readonly RequestPage[];

type Listed = readonly Pick<RequestPage, 'requests'>[];

/** Sorting 50,000 requests takes longer than a user waits for, and a list asks for them several times. */
const sorted = new WeakMap<Listed, readonly RecordedRequest[]>();

/** The requests of some pages without duplicates, newest first. Ids sort by time. */
export function requestsIn(pages: Listed): readonly RecordedRequest[] {
  const known = sorted.get(pages) ?? sortedRequests(pages);
  sorted.set(pages, known);
  return known;
}

function sortedRequests(pages: Listed): readonly RecordedRequest[] {
  const requests = pages.flatMap((page) => page.requests);
  const isSorted = requests.every(({ requestId }, index) => index === 0 || requestId < idAt(requests, index - 1));
  if (isSorted) return requests;
  const byId = new Map(requests.map((request) => [request.requestId, request]));
  return [...byId.values()].sort((one, other) => (one.requestId < other.requestId ? 1 : -1));
}

const idAt = (requests: readonly RecordedRequest[], index: number): string => requests[index]?.requestId ?? '';

/**
 * The time from which to look for requests newer than the pages, ISO 8601. Computed by the service's clock, because the
 * browser's may be wrong: `historyFrom` is `historyDays` before the pages were read.
 */
export function newerFrom(
  pages: Pages,
  historyDays: number,
  { keys, from }: Pick<RequestFilter, 'keys' | 'from'>,
): string | undefined {
  const [first] = pages;
  if (!first) return from;
  const late = keys.length === 1 ? latestRecordMs : latestRecordOfSeveralKeysMs;
  const since = new Date(Date.parse(first.historyFrom) + historyDays * dayMs - late).toISOString();
  return from !== undefined && Date.parse(from) > Date.parse(since) ? from : since;
}

/** The requests of a later fetch that are not in the pages and do not belong below them. */
export function unlistedRequests(pages: Pages, newer: RequestPage): readonly RecordedRequest[] {
  if (!isLater(pages, newer)) return [];
  const rows = requestsIn(pages);
  const oldest = newer.requests.at(-1)?.requestId ?? '';
  const older = rows.findIndex(({ requestId }) => requestId < oldest);
  const known = new Set(rows.slice(0, older < 0 ? rows.length : older).map(({ requestId }) => requestId));
  const floor = pages.at(-1)?.nextCursor === null ? '' : (rows.at(-1)?.requestId ?? '');
  return newer.requests.filter(({ requestId }) => !known.has(requestId) && requestId > floor);
}

/** Whether a later fetch did not reach back to the pages, so that requests between them are missing. */
export function hasGap(pages: Pages, newer: RequestPage): boolean {
  const oldest = newer.requests.at(-1);
  return newer.nextCursor !== null && oldest !== undefined && unlistedRequests(pages, newer).includes(oldest);
}

/** The pages with the requests of a later fetch on top. The last cursor stays the same. */
export function mergeNewer(pages: Pages, newer: RequestPage): RequestPage[] {
  const [first, ...rest] = pages;
  if (!first || !isLater(pages, newer)) return [...pages];
  const requests = [...unlistedRequests(pages, newer), ...first.requests];
  // A fetch cut short without requests did not cover the whole time: the next one starts at the same place.
  const isIncomplete = newer.nextCursor !== null && newer.requests.length === 0;
  const historyFrom = isIncomplete ? first.historyFrom : newer.historyFrom;
  return [{ ...first, requests: [...requestsIn([{ ...first, requests }])], historyFrom }, ...rest];
}

const isLater = ([first]: Pages, newer: RequestPage): boolean =>
  first !== undefined && Date.parse(newer.historyFrom) > Date.parse(first.historyFrom);

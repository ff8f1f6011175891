import type { RequestRecord } from '../../../api/api.ts';
import type { RequestPage } from '../../../api/requests.ts';

const dayMs = 86_400_000;

// A request may take 25 s at the node, and its record is written after: it then stands below younger ones.
const latestRecordMs = 30_000;

type Pages = readonly RequestPage[];

/** Every request of some pages once, newest first: ids sort by time. */
export function requestsIn(pages: Pages): RequestRecord[] {
  const byId = new Map(pages.flatMap(({ requests }) => requests).map((request) => [request.requestId, request]));
  return [...byId.values()].sort((one, other) => (one.requestId < other.requestId ? 1 : -1));
}

/**
 * From when on to look for what came in since the pages were read, ISO 8601. The service's own clock tells: its history
 * begins `historyDays` before it was read; the browser's clock may be wrong.
 * @param from where the history that is asked for begins
 */
export function newerFrom(pages: Pages, historyDays: number, from: string | undefined): string | undefined {
  const [first] = pages;
  if (!first) return from;
  const since = new Date(Date.parse(first.historyFrom) + historyDays * dayMs - latestRecordMs).toISOString();
  return from !== undefined && Date.parse(from) > Date.parse(since) ? from : since;
}

/** The requests of a later look that are not in the pages, and do not belong below them. */
export function unlistedRequests(pages: Pages, newer: RequestPage): RequestRecord[] {
  if (!isLater(pages, newer)) return [];
  const rows = requestsIn(pages);
  const known = new Set(rows.map(({ requestId }) => requestId));
  const floor = pages.at(-1)?.nextCursor === null ? '' : (rows.at(-1)?.requestId ?? '');
  return newer.requests.filter(({ requestId }) => !known.has(requestId) && requestId > floor);
}

/** Whether there are more new requests than a look brought, so that some between them and the pages are not known. */
export function hasGap(pages: Pages, newer: RequestPage): boolean {
  const oldest = newer.requests.at(-1);
  return newer.nextCursor !== null && oldest !== undefined && unlistedRequests(pages, newer).includes(oldest);
}

/** The pages with what a later look brought above them; they go on where they did. */
export function mergeNewer(pages: Pages, newer: RequestPage): RequestPage[] {
  const [first, ...rest] = pages;
  if (!first || !isLater(pages, newer)) return [...pages];
  const requests = [...unlistedRequests(pages, newer), ...first.requests];
  // A look that was cut short with nothing in it has not seen all that time: the next one begins where it did.
  const isCut = newer.nextCursor !== null && newer.requests.length === 0;
  const historyFrom = isCut ? first.historyFrom : newer.historyFrom;
  return [{ ...first, requests: requestsIn([{ ...first, requests }]), historyFrom }, ...rest];
}

const isLater = ([first]: Pages, newer: RequestPage): boolean =>
  first !== undefined && Date.parse(newer.historyFrom) > Date.parse(first.historyFrom);

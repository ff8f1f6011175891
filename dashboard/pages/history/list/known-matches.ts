import type { RequestFilter, RequestPage } from '../../../api/requests.ts';
import { formatCount } from '../../../format/numbers.ts';
import { isNarrowed } from '../history-search.ts';
import { requestsIn } from './request-pages.ts';

type Pages = readonly Pick<RequestPage, 'requests' | 'nextCursor'>[];

/** What a count found below loaded pages. */
export type OlderMatches = {
  /** The cursor at which the count began: that of the last page loaded then. */
  readonly below: string;
  readonly count: number;
  /** Where the count can go on; null if it read everything. */
  readonly next: string | null;
};

/** Each read costs the service up to 5,000 rows. */
const mostReads = 20;

/** Counts the matches below the loaded pages, which are not read again. It stops after 20 reads, and can go on from there. */
export async function countOlder(
  read: (cursor: string) => Promise<Pages[number]>,
  { below, count: before, next: start }: OlderMatches,
): Promise<OlderMatches> {
  let count = before;
  let next = start;
  for (let reads = 0; next !== null && reads < mostReads; reads += 1) {
    const page = await read(next);
    count += page.requests.length;
    next = page.nextCursor;
  }
  return { below, count, next };
}

/** Matches as far as they are known. A page can have a next one without further matches, so there may be no more. */
type KnownMatches = { readonly count: number; readonly isExact: boolean };

/** The matches in loaded pages and below them. A count of a list that has started over since is not used. */
export function knownMatches(pages: Pages, older: OlderMatches | undefined): KnownMatches {
  const loaded = { count: requestsIn(pages).length, isExact: pages.at(-1)?.nextCursor === null };
  const lastCounted = pages.findIndex(({ nextCursor }) => nextCursor !== null && nextCursor === older?.below);
  if (loaded.isExact || !older || lastCounted < 0) return loaded;
  const count = requestsIn(pages.slice(0, lastCounted + 1)).length + older.count;
  return count < loaded.count ? loaded : { count, isExact: older.next === null };
}

/** `128 matches`, `At least 500 matches`, and without a filter `128 in all`. */
export function matchesText({ count, isExact }: KnownMatches, filter: RequestFilter): string {
  const isLimited = isNarrowed(filter) || filter.keys.length > 0;
  const what = isLimited ? (count === 1 ? 'match' : 'matches') : 'in all';
  return `${isExact ? '' : 'At least '}${formatCount(count)} ${what}`;
}

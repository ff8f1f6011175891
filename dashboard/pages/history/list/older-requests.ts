import { useEffect, useState } from 'react';
import type { RequestPage, useRequests } from '../../../api/requests.ts';
import { requestsIn } from './request-pages.ts';

/** How much was loaded at some time. */
type LoadedCounts = { readonly pages: number; readonly rows: number };

// Enough rows to fill a screen.
const enoughRows = 20;
// The service reads thousands of requests per page: this bounds the cost of a filter without matches.
const maxPages = 5;

/**
 * Whether to load another page automatically: the pages since the last click were short or empty, and not too many.
 * @param lastClick what was loaded at the last click; nothing at first
 * @param now what is loaded; fewer pages than `lastClick` if the list started over
 */
export function shouldLoadMore(lastClick: LoadedCounts, now: LoadedCounts): boolean {
  const before = now.pages < lastClick.pages ? { pages: 0, rows: 0 } : lastClick;
  return now.rows - before.rows < enoughRows && now.pages - before.pages < maxPages;
}

/** The state of loading older requests. */
export type OlderRequests = {
  readonly state: 'ended' | 'waiting' | 'loading' | 'offline' | 'failed';
  readonly failure: Error | null;
  /** Pages loaded since the last click: more than one are a search. */
  readonly pages: number;
  /** Loads more, or retries after a failure. */
  readonly loadMore: () => void;
};

/** Loads older requests automatically while pages are short or empty, within bounds. */
export function useOlderRequests(query: ReturnType<typeof useRequests>, pages: readonly RequestPage[]): OlderRequests {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const [lastClick, setLastClick] = useState<LoadedCounts>({ pages: 0, rows: 0 });
  const now = { pages: pages.length, rows: requestsIn(pages).length };
  const isDue = hasNextPage && !isFetchNextPageError && shouldLoadMore(lastClick, now);
  useEffect(() => {
    if (isDue && !isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [isDue, isFetching, fetchNextPage]);
  return {
    state: stateOf(query, isDue),
    failure: query.error,
    pages: now.pages < lastClick.pages ? now.pages : now.pages - lastClick.pages,
    loadMore: () => {
      setLastClick(now);
      if (isFetchNextPageError) void fetchNextPage();
    },
  };
}

type Query = Pick<ReturnType<typeof useRequests>, 'hasNextPage' | 'isFetchNextPageError' | 'fetchStatus'>;

function stateOf({ hasNextPage, isFetchNextPageError, fetchStatus }: Query, isDue: boolean): OlderRequests['state'] {
  if (!hasNextPage) return 'ended';
  if (isFetchNextPageError && fetchStatus === 'idle') return 'failed';
  if (!isDue && !isFetchNextPageError) return 'waiting';
  return fetchStatus === 'paused' ? 'offline' : 'loading';
}

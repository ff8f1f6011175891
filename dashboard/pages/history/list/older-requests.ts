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
  readonly failure: Error | undefined;
  /** Pages loaded since the last click: more than one are a search. */
  readonly pages: number;
  /** Loads more, or retries after a failure. */
  readonly loadMore: () => void;
};

/** Loads older requests automatically while pages are short or empty, within bounds. */
export function useOlderRequests(query: ReturnType<typeof useRequests>, pages: readonly RequestPage[]): OlderRequests {
  const { hasNextPage, isFetching, fetchStatus, fetchNextPage } = query;
  const [lastClick, setLastClick] = useState<LoadedCounts>({ pages: 0, rows: 0 });
  // Kept here, because new requests at the top clear the query's own error.
  const [failure, setFailure] = useState<Error>();
  const now = { pages: pages.length, rows: requestsIn(pages).length };
  const isDue = hasNextPage && failure === undefined && shouldLoadMore(lastClick, now);
  useEffect(() => {
    if (!isDue || isFetching) return;
    void fetchNextPage({ cancelRefetch: false }).then(
      (result) => result.isFetchNextPageError && setFailure(result.error),
    );
  }, [isDue, isFetching, fetchNextPage]);
  return {
    state: stateOf({ hasNextPage, isDue, hasFailed: failure !== undefined, isOffline: fetchStatus === 'paused' }),
    failure,
    pages: now.pages < lastClick.pages ? now.pages : now.pages - lastClick.pages,
    loadMore: () => {
      setFailure(undefined);
      setLastClick(now);
    },
  };
}

type Facts = Readonly<Record<'hasNextPage' | 'isDue' | 'hasFailed' | 'isOffline', boolean>>;

function stateOf({ hasNextPage, isDue, hasFailed, isOffline }: Facts): OlderRequests['state'] {
  if (hasFailed) return 'failed';
  if (!hasNextPage) return 'ended';
  if (!isDue) return 'waiting';
  return isOffline ? 'offline' : 'loading';
}

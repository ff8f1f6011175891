import { useEffect, useState } from 'react';
import type { RequestPage, useRequests } from '../../../api/requests.ts';
import { requestsIn } from './request-pages.ts';

/** What was loaded at some moment. */
export type LoadedCounts = { readonly pages: number; readonly rows: number };

// Rows that fill a screen: with as many, nobody waits for more.
const enoughRows = 20;
// A page reads some thousands of requests: this bounds what a filter that fits nothing makes the service read.
const mostLooks = 5;

/**
 * Whether to load another page by oneself: those since somebody asked were short or empty, and not too many.
 * @param asked what was loaded when somebody asked for more; nothing at the beginning
 * @param now what is loaded; fewer pages than then when the list began anew
 */
export function shouldLoadMore(asked: LoadedCounts, now: LoadedCounts): boolean {
  const before = now.pages < asked.pages ? { pages: 0, rows: 0 } : asked;
  return now.rows - before.rows < enoughRows && now.pages - before.pages < mostLooks;
}

/** How a list goes on below what is loaded. */
export type OlderRequests = {
  readonly state: 'ended' | 'waiting' | 'loading' | 'offline' | 'failed';
  readonly failure: Error | undefined;
  /** Pages since somebody asked for more: more than one are a search. */
  readonly looks: number;
  /** Asks for more, or once more after a failure. */
  readonly loadMore: () => void;
};

/** Loads on by itself while pages come short or empty, within bounds. */
export function useOlderRequests(query: ReturnType<typeof useRequests>, pages: readonly RequestPage[]): OlderRequests {
  const { hasNextPage, isFetching, fetchStatus, fetchNextPage } = query;
  const [asked, setAsked] = useState<LoadedCounts>({ pages: 0, rows: 0 });
  // Not the query's own: that is over as soon as new requests come in at the top.
  const [failure, setFailure] = useState<Error>();
  const now = { pages: pages.length, rows: requestsIn(pages).length };
  const isDue = hasNextPage && failure === undefined && shouldLoadMore(asked, now);
  useEffect(() => {
    if (!isDue || isFetching) return;
    void fetchNextPage({ cancelRefetch: false }).then(
      (result) => result.isFetchNextPageError && setFailure(result.error),
    );
  }, [isDue, isFetching, fetchNextPage]);
  return {
    state: stateOf({ hasNextPage, isDue, hasFailed: failure !== undefined, isOffline: fetchStatus === 'paused' }),
    failure,
    looks: now.pages < asked.pages ? now.pages : now.pages - asked.pages,
    loadMore: () => {
      setFailure(undefined);
      setAsked(now);
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

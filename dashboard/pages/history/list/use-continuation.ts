import { useEffect, useState } from 'react';
import type { RequestPage, useRequests } from '../../../api/requests.ts';
import { goesOn, type Loaded } from './continuation.ts';
import { rowsOf } from './live.ts';

/** How a list goes on below what is loaded. */
export type Continuation = {
  readonly state: 'ended' | 'waiting' | 'loading' | 'offline' | 'failed';
  readonly failure: Error | undefined;
  /** Pages since somebody asked for more: more than one are a search. */
  readonly looks: number;
  /** Asks for more, or once more after a failure. */
  readonly loadMore: () => void;
};

/** Loads on by itself while pages come short or empty, within bounds. */
export function useContinuation(query: ReturnType<typeof useRequests>, pages: readonly RequestPage[]): Continuation {
  const { hasNextPage, isFetching, fetchStatus, fetchNextPage } = query;
  const [asked, setAsked] = useState<Loaded>({ pages: 0, rows: 0 });
  // Not the query's own: that is over as soon as new requests come in at the top.
  const [failure, setFailure] = useState<Error>();
  const now = { pages: pages.length, rows: rowsOf(pages).length };
  const isDue = hasNextPage && failure === undefined && goesOn(asked, now);
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

function stateOf({ hasNextPage, isDue, hasFailed, isOffline }: Facts): Continuation['state'] {
  if (hasFailed) return 'failed';
  if (!hasNextPage) return 'ended';
  if (!isDue) return 'waiting';
  return isOffline ? 'offline' : 'loading';
}

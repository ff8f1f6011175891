import { useEffect, useState } from 'react';
import { type RequestFilter, useNewerRequests, type useRequests, useUpdateRequests } from '../../../api/requests.ts';
import { hasGap, mergeNewer, newerFrom, requestsIn, unlistedRequests } from './request-pages.ts';

const intervalMs = 3_000;
// A longer list that only grows at the top starts over with the newest requests.
const mostRows = 300;

type LiveRequestsOptions = {
  readonly filter: RequestFilter;
  readonly historyDays: number;
  /** The query of the list. */
  readonly query: ReturnType<typeof useRequests>;
  readonly isOn: boolean;
  /** Whether visible rows must not move. */
  readonly isHeld: boolean;
};

/** New requests while a list is shown. */
export type LiveRequests = {
  /** False for a range with an end, which gets no new requests. */
  readonly isPossible: boolean;
  /** The number of new requests that are not shown yet. */
  readonly waiting: number;
  /** Whether there are more than those. */
  readonly hasMore: boolean;
  /** The number of new requests so far, shown or not. */
  readonly arrived: number;
  readonly hasFailed: boolean;
  readonly isRefreshing: boolean;
  /** Shows the waiting requests. */
  readonly show: () => void;
  /** Reloads the list from the newest request. */
  readonly refresh: () => void;
};

/** Polls for new requests and adds them to the list, unless it is held. */
export function useLiveRequests({ filter, historyDays, query, isOn, isHeld }: LiveRequestsOptions): LiveRequests {
  const pages = query.data?.pages ?? [];
  const isPossible = filter.to === undefined;
  const isPolling = isOn && isPossible && pages.length > 0;
  const newerFilter = { ...filter, from: newerFrom(pages, historyDays, filter) };
  const newer = useNewerRequests(newerFilter, isPolling ? intervalMs : undefined);
  const update = useUpdateRequests(filter);
  const [shown, setShown] = useState(0);
  const page = isPolling ? newer.data : undefined;
  const waiting = page ? unlistedRequests(pages, page).length : 0;
  const hasMore = page !== undefined && hasGap(pages, page);
  const refresh = () => {
    update((loaded) => loaded.slice(0, 1));
    void query.refetch();
  };
  const show = () => {
    if (!page) return;
    setShown((before) => before + waiting);
    if (hasMore) refresh();
    else update((loaded) => mergeNewer(loaded, page));
  };
  const isKept = isHeld || pages.length > 1;
  const isTooLong = !isKept && requestsIn(pages).length > mostRows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per fetch, and again when the list is released
  useEffect(() => {
    if (query.isFetching || (waiting > 0 && isKept)) return;
    if (isTooLong) refresh();
    else show();
  }, [page, isKept, query.isFetching]);
  return {
    isPossible,
    waiting,
    hasMore,
    arrived: shown + waiting,
    hasFailed: isPolling && newer.isError,
    isRefreshing: query.isRefetching,
    show,
    refresh,
  };
}

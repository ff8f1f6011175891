import { useEffect, useState } from 'react';
import { type RequestFilter, useNewerRequests, type useRequests, useUpdateRequests } from '../../../api/requests.ts';
import { hasGap, mergeNewer, newerFrom, requestsIn, unlistedRequests } from './request-pages.ts';

const every = 3_000;
// More than that are not kept while they only come in at the top: the list begins anew with the newest.
const mostRows = 300;

export type LiveRequestsOptions = {
  readonly keyId: string;
  readonly filter: RequestFilter;
  readonly historyDays: number;
  /** What is listed. */
  readonly query: ReturnType<typeof useRequests>;
  readonly isOn: boolean;
  /** Whether what is in sight must not move. */
  readonly isHeld: boolean;
};

/** What comes in while a list is shown. */
export type LiveRequests = {
  /** A range with an end gets no new requests. */
  readonly isPossible: boolean;
  /** New requests that wait to be shown. */
  readonly waiting: number;
  /** Whether more of them wait than are known. */
  readonly hasMore: boolean;
  /** All that came in so far, those that wait too. */
  readonly arrived: number;
  readonly hasFailed: boolean;
  readonly isRefreshing: boolean;
  /** Puts those that wait into the list. */
  readonly show: () => void;
  /** Lists the newest requests anew. */
  readonly refresh: () => void;
};

/** Looks for new requests, and puts them into the list at once unless it is held. */
export function useLiveRequests({
  keyId,
  filter,
  historyDays,
  query,
  isOn,
  isHeld,
}: LiveRequestsOptions): LiveRequests {
  const pages = query.data?.pages ?? [];
  const isPossible = filter.to === undefined;
  const isLooking = isOn && isPossible && pages.length > 0;
  const newerFilter = { ...filter, from: newerFrom(pages, historyDays, filter.from) };
  const newer = useNewerRequests(keyId, newerFilter, isLooking ? every : undefined);
  const update = useUpdateRequests(keyId, filter);
  const [shown, setShown] = useState(0);
  const page = isLooking ? newer.data : undefined;
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look counts once, and once more when the list is free
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
    hasFailed: isLooking && newer.isError,
    isRefreshing: query.isRefetching,
    show,
    refresh,
  };
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { type Api, readBody, useApi } from './api.ts';

/** A page of the account's changes, newest first. */
export type ActivityPage = Awaited<ReturnType<typeof listActivity>>;

/** One change of the account, its plan or a key. */
export type Activity = ActivityPage['activity'][number];

/** The account's changes, newest first, page by page. */
export function useActivity() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: ({ pageParam, signal }) =>
      listActivity(api, { ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Reads one page of the account's changes. */
export const listActivity = (api: Api, query: { limit?: number; cursor?: string }, signal: AbortSignal) =>
  readBody(api.GET('/v1/activity', { params: { query }, signal }));

import { useInfiniteQuery } from '@tanstack/react-query';
import { type Api, readBody, useApi } from './api.ts';
import { activityKey } from './query-client.ts';

/** A page of the account's changes, newest first. */
type ActivityPage = Awaited<ReturnType<typeof listActivity>>;

/** One change of the account, its plan or a key. */
export type Activity = ActivityPage['activity'][number];

/** The changes of the account or of one key, newest first, page by page. An empty page may still have a next one. */
export function useActivity({ keyId, limit }: { readonly keyId?: string | undefined; readonly limit?: number } = {}) {
  const api = useApi();
  const filter = { ...(keyId !== undefined && { keyId }), ...(limit !== undefined && { limit }) };
  return useInfiniteQuery({
    queryKey: [...activityKey, filter],
    queryFn: ({ pageParam, signal }) =>
      listActivity(api, { ...filter, ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Reads one page of the account's changes. */
export const listActivity = (
  api: Api,
  query: { keyId?: string; limit?: number; cursor?: string },
  signal: AbortSignal,
) => readBody(api.GET('/v1/activity', { params: { query }, signal }));

import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, type RequestRecord, readBody, useApi } from './api.ts';
import { ApiError } from './api-errors.ts';

/** What the history is narrowed to; times are ISO 8601 and `to` is not included. */
export type RequestFilter = {
  readonly method?: string | undefined;
  readonly outcome?: RequestRecord['outcome'] | undefined;
  readonly network?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** A part of a history, newest first, and how far back the plan lets it go, seen from when it was read. */
export type RequestPage = {
  readonly requests: RequestRecord[];
  readonly nextCursor: string | null;
  readonly historyFrom: string;
};

type Pages = InfiniteData<RequestPage, string | undefined>;

// The most requests that the API gives at once.
const largestPage = 100;

const listsKey = (keyId: string) => ['requests', keyId, 'list'];
const requestsKey = (keyId: string, filter: RequestFilter) => [...listsKey(keyId), given(filter)];
const given = (filter: RequestFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/**
 * The history of a key, newest first, page by page. A page may be empty and still have a next one. What is loaded stays
 * as it is, so that nothing moves and no page is asked for twice: {@link useNewerRequests} brings what came in since.
 */
export function useRequests(keyId: string, filter: RequestFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: requestsKey(keyId, filter),
    queryFn: ({ pageParam, signal }): Promise<RequestPage> =>
      listRequests(api, keyId, { ...given(filter), ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Changes the pages that {@link useRequests} has loaded. */
export function useUpdateRequests(keyId: string, filter: RequestFilter) {
  const cache = useQueryClient();
  return (update: (pages: readonly RequestPage[]) => RequestPage[]): void => {
    cache.setQueryData<Pages>(requestsKey(keyId, filter), (loaded) => {
      if (!loaded) return loaded;
      const pages = update(loaded.pages);
      return { pages, pageParams: loaded.pageParams.slice(0, pages.length) };
    });
  };
}

/**
 * The newest requests of a history, the most that the API gives at once.
 * @param filter its `from` may move on: each look takes it as it then is
 * @param every milliseconds between two looks; it does not look at all where that is undefined
 */
export function useNewerRequests(keyId: string, filter: RequestFilter, every: number | undefined) {
  const api = useApi();
  const { from: _, ...rest } = filter;
  return useQuery({
    queryKey: ['requests', keyId, 'newer', given(rest)],
    queryFn: ({ signal }): Promise<RequestPage> =>
      listRequests(api, keyId, { ...given(filter), limit: largestPage }, signal),
    enabled: every !== undefined,
    refetchInterval: every ?? false,
    gcTime: 0,
  });
}

/** One request of a key's history; it is not asked for again where a list holds it, for it does not change. */
export function useRequest(keyId: string, requestId: string, { isEnabled }: { readonly isEnabled: boolean }) {
  const api = useApi();
  const cache = useQueryClient();
  const inLists = () =>
    cache
      .getQueriesData<Pages>({ queryKey: listsKey(keyId) })
      .flatMap(([, loaded]) => loaded?.pages ?? [])
      .flatMap(({ requests }) => requests)
      .find((request) => request.requestId === requestId);
  return useQuery({
    queryKey: ['requests', keyId, 'one', requestId],
    queryFn: ({ signal }) => getRequest(api, keyId, requestId, signal),
    initialData: inLists,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Looks for a request in the histories of several keys, one after the other; null when it is in none of them. */
export function useFindRequest() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ requestId, keyIds }: { requestId: string; keyIds: readonly string[] }) => {
      for (const keyId of keyIds) {
        const request = await getRequest(api, keyId, requestId).catch(nullIfNotFound);
        if (request) return request;
      }
      return null;
    },
  });
}

type Query = RequestFilter & { readonly limit?: number; readonly cursor?: string };

const listRequests = (api: Api, keyId: string, query: Query, signal: AbortSignal): Promise<RequestPage> =>
  readBody(api.GET('/v1/keys/{keyId}/requests', { params: { path: { keyId }, query }, signal }));

const getRequest = (
  api: Api,
  keyId: string,
  requestId: string,
  signal: AbortSignal | null = null,
): Promise<RequestRecord> =>
  readBody(api.GET('/v1/keys/{keyId}/requests/{requestId}', { params: { path: { keyId, requestId } }, signal }));

function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, type KnownOutcome, type RecordedRequest, readBody, useApi } from './api.ts';
import { ApiError } from './api-errors.ts';

/** Filters of the history. Times are ISO 8601; `to` is exclusive. */
export type RequestFilter = {
  readonly method?: string | undefined;
  readonly outcome?: KnownOutcome | undefined;
  readonly network?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** A page of a history, newest first. `historyFrom` is where the plan's retention started when the page was read. */
export type RequestPage = {
  readonly requests: RecordedRequest[];
  readonly nextCursor: string | null;
  readonly historyFrom: string;
};

type Pages = InfiniteData<RequestPage, string | undefined>;

// The API's limit.
const largestPage = 100;

const listsKey = (keyId: string) => ['requests', keyId, 'list'];
const requestsKey = (keyId: string, filter: RequestFilter) => [...listsKey(keyId), definedFilters(filter)];
const definedFilters = (filter: RequestFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/**
 * A key's history, newest first, page by page. An empty page may still have a next one. Loaded pages never
 * become stale, so rows do not move; {@link useNewerRequests} fetches newer requests.
 */
export function useRequests(keyId: string, filter: RequestFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: requestsKey(keyId, filter),
    queryFn: ({ pageParam, signal }): Promise<RequestPage> =>
      listRequests(
        api,
        keyId,
        { ...definedFilters(filter), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Updates the pages that {@link useRequests} has loaded. */
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
 * The newest requests of a history, one full page.
 * @param filter each refetch uses its current `from`
 * @param intervalMs the refetch interval in milliseconds; undefined turns polling off
 */
export function useNewerRequests(keyId: string, filter: RequestFilter, intervalMs: number | undefined) {
  const api = useApi();
  const { from: _, ...rest } = filter;
  return useQuery({
    queryKey: ['requests', keyId, 'newer', definedFilters(rest)],
    queryFn: ({ signal }): Promise<RequestPage> =>
      listRequests(api, keyId, { ...definedFilters(filter), limit: largestPage }, signal),
    enabled: intervalMs !== undefined,
    refetchInterval: intervalMs ?? false,
    gcTime: 0,
  });
}

/** One request of a key's history. Requests never change, so one that a list holds is not fetched again. */
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

/** Searches several keys' histories for a request, one after another; null if none has it. */
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
): Promise<RecordedRequest> =>
  readBody(api.GET('/v1/keys/{keyId}/requests/{requestId}', { params: { path: { keyId, requestId } }, signal }));

function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

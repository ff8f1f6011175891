import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, type ErrorCodeFilter, type OutcomeFilter, type RecordedRequest, readBody, useApi } from './api.ts';
import { ApiError } from './api-errors.ts';

/** Filters of the history. Times are ISO 8601; `to` is exclusive. */
export type RequestFilter = {
  /** The ids of at most 50 keys. Default: all keys, revoked ones included. */
  readonly keys?: readonly string[] | undefined;
  readonly method?: string | undefined;
  readonly outcome?: OutcomeFilter | undefined;
  readonly errorCode?: ErrorCodeFilter | undefined;
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

const listsKey = ['requests', 'list'];
const requestsKey = (filter: RequestFilter) => [...listsKey, definedFilters(filter)];
const definedFilters = (filter: RequestFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/**
 * The history of all keys or some, newest first, page by page. An empty page may still have a next one. Loaded pages never
 * become stale, so rows do not move; {@link useNewerRequests} fetches newer requests.
 */
export function useAccountRequests(filter: RequestFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: requestsKey(filter),
    queryFn: ({ pageParam, signal }): Promise<RequestPage> =>
      listRequests(api, { ...filter, ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Updates the pages that {@link useAccountRequests} has loaded. */
export function useUpdateRequests(filter: RequestFilter) {
  const cache = useQueryClient();
  return (update: (pages: readonly RequestPage[]) => RequestPage[]): void => {
    cache.setQueryData<Pages>(requestsKey(filter), (loaded) => {
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
export function useNewerRequests(filter: RequestFilter, intervalMs: number | undefined) {
  const api = useApi();
  const { from: _, ...rest } = filter;
  return useQuery({
    queryKey: ['requests', 'newer', definedFilters(rest)],
    queryFn: ({ signal }): Promise<RequestPage> => listRequests(api, { ...filter, limit: largestPage }, signal),
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
      .getQueriesData<Pages>({ queryKey: listsKey })
      .flatMap(([, loaded]) => loaded?.pages ?? [])
      .flatMap(({ requests }) => requests)
      .find((request) => request.requestId === requestId && request.keyId === keyId);
  return useQuery({
    queryKey: ['requests', 'one', keyId, requestId],
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

/** The history of one key takes the fewest reads. */
function listRequests(api: Api, { keys = [], ...filter }: Query, signal: AbortSignal): Promise<RequestPage> {
  const query = definedFilters(filter);
  const [keyId, ...others] = keys;
  return keyId !== undefined && others.length === 0
    ? readBody(api.GET('/v1/keys/{keyId}/requests', { params: { path: { keyId }, query }, signal }))
    : readBody(api.GET('/v1/requests', { params: { query: { ...query, ...(keyId && { keys: [...keys] }) } }, signal }));
}

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

import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dayMs } from '../format/durations.ts';
import { type Api, type ErrorCodeFilter, type OutcomeFilter, type RecordedRequest, readBody, useApi } from './api.ts';
import { isApiError } from './api-errors.ts';
import { serverNow } from './server-clock.ts';

/** Limits a list of requests. */
export type RequestFilter = {
  /** Ids of keys; none for all keys of the account. */
  readonly keys: readonly string[];
  readonly method?: string | undefined;
  /** `error`: any outcome other than `ok`. */
  readonly outcome?: OutcomeFilter | undefined;
  /** `other`: codes that the chain does not define. */
  readonly errorCode?: ErrorCodeFilter | undefined;
  readonly network?: string | undefined;
  /** ISO 8601, inclusive. */
  readonly from?: string | undefined;
  /** ISO 8601, exclusive. */
  readonly to?: string | undefined;
};

/** A page of a history, newest first. `historyFrom` is where the plan's retention started when the page was read. */
export type RequestPage = {
  readonly requests: RecordedRequest[];
  readonly nextCursor: string | null;
  readonly historyFrom: string;
};

type Pages = InfiniteData<RequestPage, string | undefined>;

/** The most requests of a page: the API's limit. */
export const largestPage = 100;

const listsKey = ['requests', 'list'];
const requestsKey = (filter: RequestFilter) => [...listsKey, filter];

/**
 * A history, newest first, page by page. An empty page may still have a next one. Loaded pages never become stale, so
 * rows do not move; {@link useNewerRequests} fetches newer requests.
 */
export function useRequests(filter: RequestFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: requestsKey(filter),
    queryFn: ({ pageParam: cursor, signal }) => listRequests(api, { ...filter, cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Updates the pages that {@link useRequests} has loaded. */
export function useUpdateRequests(filter: RequestFilter) {
  const cache = useQueryClient();
  return (update: (pages: readonly RequestPage[]) => RequestPage[]): void => {
    const list = cache.getQueryCache().find<Pages>({ queryKey: requestsKey(filter) });
    const loaded = list?.state.data;
    if (!loaded) return;
    const pages = update(loaded.pages);
    // Not setData, which would forget that an older page has failed.
    list.setState({ data: { pages, pageParams: loaded.pageParams.slice(0, pages.length) } });
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
    queryKey: ['requests', 'newer', rest],
    queryFn: ({ signal }) => listRequests(api, { ...filter, limit: largestPage }, signal),
    enabled: intervalMs !== undefined,
    refetchInterval: intervalMs ?? false,
    gcTime: 0,
  });
}

/**
 * The newest requests of a history: a few, for a summary.
 * @param intervalMs the refetch interval in milliseconds
 */
export function useLatestRequests(filter: RequestFilter, limit: number, intervalMs: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['requests', 'latest', limit, filter],
    queryFn: ({ signal }) => listRequests(api, { ...filter, limit }, signal),
    refetchInterval: intervalMs,
  });
}

/**
 * One request of the account by its id; null if no key has it. Requests never change, so one that a list holds is not
 * fetched again.
 * @param at the time in the id, epoch milliseconds
 */
export function useRequest(requestId: string, at: number) {
  const api = useApi();
  const cache = useQueryClient();
  const inLists = () =>
    cache
      .getQueriesData<Pages>({ queryKey: listsKey })
      .flatMap(([, loaded]) => loaded?.pages ?? [])
      .flatMap(({ requests }) => requests)
      .find((request) => request.requestId === requestId);
  return useQuery({
    queryKey: ['requests', 'one', requestId],
    queryFn: ({ signal }) => findRequest(api, requestId, at, signal),
    initialData: inLists,
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
  });
}

/** Searches all keys' histories for a request; null if none has it. */
export function useFindRequest() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ requestId, at }: { requestId: string; at: number }) => findRequest(api, requestId, at),
  });
}

/** Lists are sorted by the time in the id, so one page around that time finds it in every key. */
async function findRequest(
  api: Api,
  requestId: string,
  at: number,
  signal: AbortSignal | null = null,
): Promise<RecordedRequest | null> {
  if (at > serverNow() + dayMs) return null;
  const range = { from: new Date(at).toISOString(), to: new Date(at + 1).toISOString() };
  for (let cursor: string | undefined; ; ) {
    const page = await listRequests(api, { keys: [], ...range, limit: largestPage, cursor }, signal).catch(
      nullIfExpired,
    );
    const found = page?.requests.find((request) => request.requestId === requestId);
    if (found) return found;
    if (!page?.nextCursor) return null;
    cursor = page.nextCursor;
  }
}

function nullIfExpired(error: unknown): null {
  if (isApiError(error, 'beyond_retention')) return null;
  throw error;
}

type Query = RequestFilter & { readonly limit?: number | undefined; readonly cursor?: string | undefined };

/** A page of requests. The list of a single key also has the newest refusals after its revocation, without delay. */
export function listRequests(
  api: Api,
  { keys, ...filter }: Query,
  signal: AbortSignal | null = null,
): Promise<RequestPage> {
  const [keyId, ...others] = keys;
  if (keyId !== undefined && others.length === 0) {
    const query = definedOnly(filter);
    return readBody(api.GET('/v1/keys/{keyId}/requests', { params: { path: { keyId }, query }, signal }));
  }
  const query = definedOnly({ ...filter, keys: keyId === undefined ? undefined : keys.join(',') });
  return readBody(api.GET('/v1/requests', { params: { query }, signal }));
}

const definedOnly = (query: Readonly<Record<string, string | number | undefined>>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

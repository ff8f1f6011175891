import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, type RecordedRequest, useApi } from '../../../api/api.ts';
import { listRequests } from '../../../api/requests.ts';
import { pauseAfter } from './first-request.ts';

/**
 * The newest request of the account; null until there is one. It is asked for with growing pauses, while the page is seen.
 * @param sends how often the page itself has sent one: then the pauses start again
 */
export const useFirstRequest = (wanted: Wanted) => useQuery(firstRequestOptions(useApi(), wanted)).data;

type Wanted = { readonly isEnabled: boolean; readonly sends: number };

export const firstRequestOptions = (api: Api, { isEnabled, sends }: Wanted) =>
  queryOptions({
    queryKey: ['requests', 'first', sends],
    queryFn: async ({ signal }): Promise<RecordedRequest | null> =>
      (await listRequests(api, { keys: [], limit: 1 }, signal)).requests[0] ?? null,
    enabled: ({ state }) => isEnabled && !state.data,
    refetchInterval: ({ state }) => !state.data && pauseAfter(state.dataUpdateCount + state.errorUpdateCount),
    staleTime: 0,
    gcTime: 0,
    // After another request of the page, the one that has arrived stays.
    placeholderData: keepPreviousData,
  });

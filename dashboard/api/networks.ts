import { useQuery } from '@tanstack/react-query';
import { type NetworkStatus, readBody, useApi } from './api.ts';

// The gateway checks its nodes once a minute.
const intervalMs = 30_000;

/** The networks with the state of their nodes. While the state cannot be read, it is `unknown`. */
export function useNetworks() {
  const api = useApi();
  const query = useQuery({
    queryKey: ['networks'],
    queryFn: async ({ signal }): Promise<NetworkStatus[]> =>
      (await readBody(api.GET('/v1/networks', { signal }))).networks,
    refetchInterval: intervalMs,
  });
  return { ...query, data: query.isRefetchError ? withUnknownState(query.data) : query.data };
}

/** What was read before an error: an old state must not be shown as the present one. */
export const withUnknownState = (networks: readonly NetworkStatus[] | undefined): NetworkStatus[] | undefined =>
  networks?.map((network) => ({ ...network, state: 'unknown' }));

import { useQuery } from '@tanstack/react-query';
import { type NetworkStatus, readBody, useApi } from './api.ts';

// The gateway checks its nodes once a minute.
const intervalMs = 30_000;

/** The networks with the state of their nodes. */
export function useNetworks() {
  const api = useApi();
  return useQuery({
    queryKey: ['networks'],
    queryFn: async ({ signal }): Promise<NetworkStatus[]> =>
      (await readBody(api.GET('/v1/networks', { signal }))).networks,
    refetchInterval: intervalMs,
  });
}

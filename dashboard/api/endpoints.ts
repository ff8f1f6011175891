import { useQuery } from '@tanstack/react-query';
import { type Endpoint, readBody, useApi } from './api.ts';

/** Every RPC endpoint: chain, network and URL. */
export function useEndpoints() {
  const api = useApi();
  return useQuery({
    queryKey: ['endpoints'],
    queryFn: async ({ signal }): Promise<Endpoint[]> =>
      (await readBody(api.GET('/v1/endpoints', { signal }))).endpoints,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

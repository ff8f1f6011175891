import { useInfiniteQuery } from '@tanstack/react-query';
import { type RequestAnalysis, readBody, useApi } from './api.ts';

/** The requests to analyze: of one key or all keys, on one network or all, of one method or all. */
export type AnalysisRange = {
  readonly keyId?: string | undefined;
  readonly network?: string | undefined;
  readonly method?: string | undefined;
  /** ISO 8601. Default: the start of the retained history. */
  readonly from?: string | undefined;
  /** ISO 8601, exclusive. */
  readonly to: string;
};

/**
 * The analysis of a range, part by part, newest first. It reads the history, so nothing is fetched again by itself; a part
 * that was read once stays.
 */
export function useRequestAnalysis({ keyId, network, method, from, to }: AnalysisRange) {
  const api = useApi();
  const filter = {
    to,
    ...(keyId !== undefined && { keys: [keyId] }),
    ...(network !== undefined && { network }),
    ...(method !== undefined && { method }),
    ...(from !== undefined && { from }),
  };
  return useInfiniteQuery({
    queryKey: ['requests', 'analysis', filter],
    queryFn: ({ pageParam: cursor, signal }): Promise<RequestAnalysis> =>
      readBody(
        api.GET('/v1/requests/analysis', {
          params: { query: { ...filter, ...(cursor !== undefined && { cursor }) } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

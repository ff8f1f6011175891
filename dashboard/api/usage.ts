import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type Api, readBody, type Usage, useApi } from './api.ts';

export type UsageSpan = Usage['span'];

/** The usage to fetch: of one key or of all keys. `to` is exclusive; default: now. */
export type ReportRange = {
  readonly keyId?: string | undefined;
  /** ISO 8601. */
  readonly from: string;
  readonly to?: string | undefined;
  readonly span: UsageSpan;
};

/**
 * Usage over time and in total. While a new range loads, the previous range's figures stay visible.
 * @param intervalMs the refetch interval in milliseconds
 */
export function useUsage(range: ReportRange, { intervalMs }: { readonly intervalMs?: number } = {}) {
  const api = useApi();
  return useQuery({
    ...usageOptions(api, range),
    placeholderData: keepPreviousData,
    refetchInterval: intervalMs ?? false,
  });
}

/** The usage of several keys in one range, in the order of `keyIds`. */
export function useUsageOfKeys(keyIds: readonly string[], range: Omit<ReportRange, 'keyId'>, intervalMs: number) {
  const api = useApi();
  return useQueries({
    queries: keyIds.map((keyId) => ({ ...usageOptions(api, { ...range, keyId }), refetchInterval: intervalMs })),
  });
}

const usageOptions = (api: Api, { keyId, from, to, span }: ReportRange) => {
  const query = { from, span, ...(to !== undefined && { to }) };
  return queryOptions({
    queryKey: ['usage', keyId ?? 'all', query],
    // Several pages share this query, and each must refresh it when it opens.
    staleTime: 0,
    queryFn: ({ signal }): Promise<Usage> =>
      keyId === undefined
        ? readBody(api.GET('/v1/usage', { params: { query }, signal }))
        : readBody(api.GET('/v1/keys/{keyId}/usage', { params: { path: { keyId }, query }, signal })),
  });
};

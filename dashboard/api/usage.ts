import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type Api, readBody, type Usage, type UsageByKey, type UsageSplit, useApi } from './api.ts';

export type UsageSpan = Usage['span'];

/** The usage to fetch: of one key or of all keys, on one network or on all. `to` is exclusive; default: now. */
export type ReportRange = {
  readonly keyId?: string | undefined;
  readonly network?: string | undefined;
  /** ISO 8601. */
  readonly from: string;
  readonly to?: string | undefined;
  readonly span: UsageSpan;
};

type UsageOptions = {
  /** The refetch interval in milliseconds; undefined if the figures are final. */
  readonly intervalMs?: number | undefined;
  readonly isEnabled?: boolean;
};

/** Usage over time and in total. While a new range loads, the previous range's figures stay visible. */
export function useUsage(range: ReportRange, { intervalMs, isEnabled = true }: UsageOptions = {}) {
  const api = useApi();
  return useQuery({
    ...usageOptions(api, range),
    placeholderData: keepPreviousData,
    refetchInterval: intervalMs ?? false,
    enabled: isEnabled,
  });
}

/** The usage of each key with calls in a range, most calls first. The previous range's figures stay visible. */
export function useUsageByKey(range: Omit<ReportRange, 'keyId'>, { intervalMs, isEnabled = true }: UsageOptions = {}) {
  const api = useApi();
  const query = usageQuery(range);
  return useQuery({
    queryKey: ['usage', 'by-key', query],
    staleTime: 0,
    queryFn: ({ signal }): Promise<UsageByKey> => readBody(api.GET('/v1/usage/keys', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: intervalMs ?? false,
    enabled: isEnabled,
  });
}

/** What usage over time is split by, and which parts are shown: those with most of what. */
export type SplitChoice = { readonly by: UsageSplit['by']; readonly order: 'calls' | 'errors' };

/** Usage over time by key, method or network. The previous range's figures stay visible. */
export function useUsageSplit({ keyId, ...range }: ReportRange, { by, order }: SplitChoice, intervalMs?: number) {
  const api = useApi();
  const query = { ...usageQuery(range), by, order, ...(keyId !== undefined && { keyId }) };
  return useQuery({
    queryKey: ['usage', 'split', query],
    staleTime: 0,
    queryFn: ({ signal }): Promise<UsageSplit> => readBody(api.GET('/v1/usage/split', { params: { query }, signal })),
    placeholderData: (previous) => (previous?.by === by ? previous : undefined),
    refetchInterval: intervalMs ?? false,
  });
}

/**
 * Several reports at once, in the order of `ranges`.
 * @param intervalMs the refetch interval in milliseconds; undefined if the figures are final
 */
export function useUsageReports(ranges: readonly ReportRange[], intervalMs: number | undefined) {
  const api = useApi();
  return useQueries({
    queries: ranges.map((range) => ({ ...usageOptions(api, range), refetchInterval: intervalMs ?? false })),
  });
}

const usageQuery = ({ network, from, to, span }: ReportRange) => ({
  from,
  span,
  ...(to !== undefined && { to }),
  ...(network !== undefined && { network }),
});

const usageOptions = (api: Api, { keyId, ...range }: ReportRange) => {
  const query = usageQuery(range);
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

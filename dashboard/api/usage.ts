import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type Api, readBody, type Usage, useApi } from './api.ts';

export type UsageSpan = Usage['span'];

/** Which usage: of one key, or of all keys together; `to` is not included, and now where it is left out. */
export type UsageRange = {
  readonly keyId?: string | undefined;
  /** ISO 8601. */
  readonly from: string;
  readonly to?: string | undefined;
  readonly span: UsageSpan;
};

/**
 * Usage over time with its totals. The figures of the range before stay in sight while those of a new one load.
 * @param every milliseconds between two looks
 */
export function useUsage(range: UsageRange, { every }: { readonly every?: number } = {}) {
  const api = useApi();
  return useQuery({ ...usageOptions(api, range), placeholderData: keepPreviousData, refetchInterval: every ?? false });
}

/** The usage of each of several keys in one range, in the order of the keys. */
export function useUsageOfKeys(keyIds: readonly string[], range: Omit<UsageRange, 'keyId'>, every: number) {
  const api = useApi();
  return useQueries({
    queries: keyIds.map((keyId) => ({ ...usageOptions(api, { ...range, keyId }), refetchInterval: every })),
  });
}

const usageOptions = (api: Api, { keyId, from, to, span }: UsageRange) => {
  const query = { from, span, ...(to !== undefined && { to }) };
  return queryOptions({
    queryKey: ['usage', keyId ?? 'all', query],
    // Several pages ask for the same range: who comes to one of them wants the figures of now.
    staleTime: 0,
    queryFn: ({ signal }): Promise<Usage> =>
      keyId === undefined
        ? readBody(api.GET('/v1/usage', { params: { query }, signal }))
        : readBody(api.GET('/v1/keys/{keyId}/usage', { params: { path: { keyId }, query }, signal })),
  });
};

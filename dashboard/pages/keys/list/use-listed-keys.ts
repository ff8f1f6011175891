import { useEffect, useMemo } from 'react';
import type { Key } from '../../../api/api.ts';
import { useRevokedKeys } from '../../../api/keys.ts';
import type { KeyStateFilter } from '../keys-search.ts';

const pageSize = 100;

/**
 * The keys of a state, as far as they are loaded, and how to load more revoked ones.
 * @param needsAll whether all revoked keys must be loaded, to search or to sort them
 */
export function useListedKeys(active: readonly Key[], state: KeyStateFilter, needsAll: boolean) {
  const query = useRevokedKeys({ limit: pageSize });
  const { data, error, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const isAwaited = state !== 'active' && needsAll && hasNextPage;
  useEffect(() => {
    if (isAwaited && !isFetching && !isError) void fetchNextPage();
  }, [isAwaited, isFetching, isError, fetchNextPage]);
  const revoked = useMemo(() => data?.pages.flatMap((page) => page.keys) ?? [], [data]);
  const keys = useMemo(() => ({ active, revoked, all: [...active, ...revoked] })[state], [active, revoked, state]);
  return {
    keys,
    /** The number of keys of the account that are loaded. */
    total: active.length + revoked.length,
    hasRevoked: revoked.length > 0,
    revoked: {
      error: state === 'active' ? null : error,
      hasMore: hasNextPage,
      isLoading: state !== 'active' && (query.isPending || query.isFetchingNextPage),
      loadMore: () => {
        if (isError) void refetch();
        else if (hasNextPage && !isFetching) void fetchNextPage();
      },
    },
  };
}

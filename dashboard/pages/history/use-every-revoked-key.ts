import { useEffect } from 'react';
import { useRevokedKeys } from '../../api/keys.ts';

const mostOfAPage = 100;

/** The pages of all keys that have been revoked, newest first; the first of them until the others have come. */
export function useEveryRevokedKey() {
  const query = useRevokedKeys({ limit: mostOfAPage });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}

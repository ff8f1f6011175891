import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Key, readBody, useApi } from './api.ts';

const keysKey = ['keys'];
// A plan allows 40 active keys at most: one page holds them all.
const pageOfAll = 50;

/**
 * The keys that work, newest first.
 * @param every milliseconds between two looks, where the counters of a key are shown as they move
 */
export function useActiveKeys({ every }: { readonly every?: number } = {}) {
  const api = useApi();
  const query = { state: 'active', limit: pageOfAll } as const;
  return useQuery({
    queryKey: [...keysKey, 'active'],
    queryFn: async ({ signal }): Promise<Key[]> =>
      (await readBody(api.GET('/v1/keys', { params: { query }, signal }))).keys,
    ...(every !== undefined && { refetchInterval: every }),
  });
}

/** The keys that have been revoked, newest first, page by page. */
export function useRevokedKeys({ limit = 20 }: { readonly limit?: number } = {}) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...keysKey, 'revoked', limit],
    queryFn: ({ pageParam, signal }) =>
      readBody(
        api.GET('/v1/keys', {
          params: { query: { state: 'revoked', limit, ...(pageParam !== undefined && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Makes a key. Sent twice with the same `idempotencyKey`, it makes one, and the second answer has no secret. */
export function useCreateKey() {
  const api = useApi();
  const onSettled = useKeysChanged();
  return useMutation({
    mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
      readBody(api.POST('/v1/keys', { params: { header: { 'idempotency-key': idempotencyKey } }, body: { name } })),
    onSettled,
    gcTime: 0,
  });
}

/** Gives a key another name. */
export function useRenameKey() {
  const api = useApi();
  const onSettled = useKeysChanged();
  return useMutation({
    mutationFn: ({ keyId, name }: { keyId: string; name: string }) =>
      readBody(api.PATCH('/v1/keys/{keyId}', { params: { path: { keyId } }, body: { name } })),
    onSettled,
  });
}

/** Gives a key a new secret; the one so far goes on working for `graceHours`. */
export function useRotateKey() {
  const api = useApi();
  const onSettled = useKeysChanged();
  return useMutation({
    mutationFn: ({ keyId, graceHours }: { keyId: string; graceHours: number }) =>
      readBody(api.POST('/v1/keys/{keyId}/rotate', { params: { path: { keyId } }, body: { graceHours } })),
    onSettled,
    gcTime: 0,
  });
}

/** Revokes a key for good. */
export function useRevokeKey() {
  const api = useApi();
  const onSettled = useKeysChanged();
  return useMutation({
    mutationFn: ({ keyId }: { keyId: string }) =>
      readBody(api.POST('/v1/keys/{keyId}/revoke', { params: { path: { keyId } } })),
    onSettled,
  });
}

/** Looks at the keys again: after a change, and after a refusal, which may mean that another tab has changed them. */
const useKeysChanged = () => {
  const cache = useQueryClient();
  return () => {
    // Not waited for: a new secret must not wait for a list, which while offline never comes.
    void cache.invalidateQueries({ queryKey: keysKey });
  };
};

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

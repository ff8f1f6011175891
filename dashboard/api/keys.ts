import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKey } from './account.ts';
import { type Key, readBody, useApi } from './api.ts';
import { useIdempotency } from './idempotency.ts';

const keysKey = ['keys'];
// No plan allows more than 40 active keys: one page holds them all.
const activePageSize = 50;

type ActiveKeysOptions = { readonly intervalMs?: number; readonly enabled?: boolean };

/**
 * Active keys, newest first.
 * @param intervalMs the refetch interval in milliseconds, for pages that show live counters
 */
export function useActiveKeys({ intervalMs, enabled = true }: ActiveKeysOptions = {}) {
  const api = useApi();
  const query = { state: 'active', limit: activePageSize } as const;
  return useQuery({
    queryKey: [...keysKey, 'active'],
    queryFn: async ({ signal }): Promise<Key[]> =>
      (await readBody(api.GET('/v1/keys', { params: { query }, signal }))).keys,
    enabled,
    ...(intervalMs !== undefined && { refetchInterval: intervalMs }),
  });
}

/**
 * One key, active or revoked.
 * @param intervalMs the refetch interval in milliseconds
 */
export function useKey(keyId: string, { intervalMs }: { readonly intervalMs?: number } = {}) {
  const api = useApi();
  const cache = useQueryClient();
  return useQuery({
    queryKey: [...keysKey, 'one', keyId],
    queryFn: ({ signal }): Promise<Key> =>
      readBody(api.GET('/v1/keys/{keyId}', { params: { path: { keyId } }, signal })),
    // From the list that led here.
    placeholderData: () => cache.getQueryData<Key[]>([...keysKey, 'active'])?.find((listed) => listed.keyId === keyId),
    ...(intervalMs !== undefined && { refetchInterval: intervalMs }),
  });
}

/** Revoked keys, newest first, page by page. */
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

/** A key and its new secret; null if an earlier request made it, whose answer alone had it. */
export type KeyWithSecret = { readonly key: Key; readonly secret: string | null };

/** Creates a key. A repeat with the same `idempotencyKey` creates no second key, and its answer has no secret. */
export function useCreateKey() {
  const api = useApi();
  const onSettled = useKeysChanged();
  return useMutation({
    mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
      readBody(api.POST('/v1/keys', { headers: { 'idempotency-key': idempotencyKey }, body: { name } })),
    onSettled,
    gcTime: 0,
  });
}

/** Renames a key. */
export function useRenameKey() {
  const api = useApi();
  const once = useIdempotency();
  const onSettled = useKeysChanged();
  return useMutation({
    mutationFn: ({ keyId, name }: { keyId: string; name: string }) =>
      once({ keyId, name }, (headers) =>
        readBody(api.PATCH('/v1/keys/{keyId}', { headers, params: { path: { keyId } }, body: { name } })),
      ),
    onSettled,
  });
}

/**
 * Gives a key a new secret. The old one works for another `graceHours`. While a grace period runs, only the same
 * `graceHours` or 0 is accepted (`grace_running`). The answer to a repeat has no secret.
 */
export function useRotateKey() {
  const api = useApi();
  const once = useIdempotency();
  const onSettled = useKeysChanged();
  return useMutation({
    mutationFn: ({ keyId, graceHours }: { keyId: string; graceHours: number }) =>
      once(
        { keyId, graceHours },
        (headers): Promise<KeyWithSecret> =>
          readBody(api.POST('/v1/keys/{keyId}/rotate', { headers, params: { path: { keyId } }, body: { graceHours } })),
      ),
    onSettled,
    gcTime: 0,
  });
}

/** Ends one of a key's two secrets now. */
export function useEndSecret() {
  const api = useApi();
  const cache = useQueryClient();
  const once = useIdempotency();
  const onSettled = useKeysChanged();
  return useMutation({
    mutationFn: (path: { readonly keyId: string; readonly secretId: string }) =>
      once(path, (headers) =>
        readBody(api.POST('/v1/keys/{keyId}/secrets/{secretId}/end', { headers, params: { path } })),
      ),
    // At once: beside it, the activity may already say that the secret has ended.
    onSuccess: (key: Key) => cache.setQueryData([...keysKey, 'one', key.keyId], key),
    onSettled,
  });
}

/** Revokes a key permanently. An account with too many keys for its plan may get the plan back. */
export function useRevokeKey() {
  const api = useApi();
  const cache = useQueryClient();
  const once = useIdempotency();
  const keysChanged = useKeysChanged();
  const onSettled = () => {
    keysChanged();
    void cache.invalidateQueries({ queryKey: accountKey });
  };
  return useMutation({
    mutationFn: ({ keyId }: { keyId: string }) =>
      once(keyId, (headers) => readBody(api.POST('/v1/keys/{keyId}/revoke', { headers, params: { path: { keyId } } }))),
    onSettled,
  });
}

/** Refetches the keys after a change, and after a refusal: another tab may have changed them. */
const useKeysChanged = () => {
  const cache = useQueryClient();
  return () => {
    // Not awaited: a new secret must not wait for the list, which never arrives while offline.
    void cache.invalidateQueries({ queryKey: keysKey });
  };
};

const largestPage = 100;

/** All revoked keys, newest first. Loads the remaining pages one after another. */
export function useAllRevokedKeys() {
  const query = useRevokedKeys({ limit: largestPage });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}

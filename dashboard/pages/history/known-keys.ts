import { useMemo } from 'react';
import type { Key } from '../../api/api.ts';
import { useActiveKeys, useRevokedKeys } from '../../api/keys.ts';
import { largestPage } from '../../api/requests.ts';
import { keyLabels, shortKeyId } from '../../format/key-labels.ts';

/** The account's keys, as far as they are loaded. The list of requests does not wait for them. */
export type KnownKeys = {
  /** Active keys first, each kind newest first. */
  readonly all: readonly Key[];
  /** Whether `all` is every key of the account. */
  readonly isComplete: boolean;
  readonly find: (keyId: string) => Key | undefined;
  /** The name of a key, told from others of the same name; the end of its id while the key is not loaded. */
  readonly nameOf: (keyId: string) => string;
  /** Loads another page of revoked keys, unless one is loading. */
  readonly loadMore: () => void;
};

export function useKnownKeys(): KnownKeys {
  const { data: active } = useActiveKeys();
  const revoked = useRevokedKeys({ limit: largestPage });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = revoked;
  const all = useMemo(() => [...(active ?? []), ...(data?.pages.flatMap(({ keys }) => keys) ?? [])], [active, data]);
  // Kept while keys load: every loaded row would be rendered again.
  const names = useMemo(() => {
    const byId = new Map(all.map((key) => [key.keyId, key]));
    const labels = keyLabels(all);
    return {
      all,
      find: (keyId: string) => byId.get(keyId),
      nameOf: (keyId: string) => keyLabel(labels.get(keyId), byId.get(keyId), keyId),
    };
  }, [all]);
  return useMemo(
    () => ({
      ...names,
      isComplete: active !== undefined && data !== undefined && !hasNextPage,
      loadMore: () => {
        if (hasNextPage && !isFetching && !isError) void fetchNextPage();
      },
    }),
    [names, active, data, hasNextPage, isFetching, isError, fetchNextPage],
  );
}

function keyLabel(label: string | undefined, key: Key | undefined, keyId: string): string {
  if (!key || label === undefined) return `Key ${shortKeyId(keyId)}`;
  return key.state === 'revoked' ? `${label} (revoked)` : label;
}

import { useEffect } from 'react';
import { useActiveKeys, useRevokedKeys } from '../../api/keys.ts';
import type { Choice } from '../../components/select.tsx';

/** Stands for all keys together. */
export const allKeys = 'all';

/** All keys together, each that works, and each that has been revoked; one that is chosen stays while they load. */
export function useKeyChoices(chosen: string | undefined): Choice<string>[] {
  const active = useActiveKeys().data ?? [];
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useRevokedKeys({ limit: 100 });
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const revoked = (data?.pages ?? []).flatMap(({ keys }) => keys);
  const choices: Choice<string>[] = [
    { value: allKeys, label: 'All keys' },
    ...active.map(({ keyId, name }) => ({ value: keyId, label: name })),
    ...revoked.map(({ keyId, name }) => ({ value: keyId, label: name, hint: 'revoked' })),
  ];
  const isListed = chosen === undefined || choices.some(({ value }) => value === chosen);
  return isListed ? choices : [...choices, { value: chosen, label: chosen }];
}

import { useMemo } from 'react';
import { useActiveKeys, useAllRevokedKeys } from '../../api/keys.ts';
import { keyLabels } from '../../format/key-labels.ts';

/** The account's keys, as far as they are loaded, and their names: two of the same name are told apart. */
export function useKeyNames() {
  const { data: active } = useActiveKeys();
  const { data: revoked } = useAllRevokedKeys();
  return useMemo(() => {
    const keys = { active: active ?? [], revoked: (revoked?.pages ?? []).flatMap((page) => page.keys) };
    const labels = keyLabels([...keys.active, ...keys.revoked]);
    return { ...keys, nameOf: (keyId: string, name: string) => labels.get(keyId) ?? name };
  }, [active, revoked]);
}

import type { Key } from '../../../api/api.ts';
import { Select } from '../../../components/select.tsx';
import { formatRelative } from '../../../format/times.ts';
import { useNow } from '../../../format/use-now.ts';

const refreshed = 30_000;

export type KeySelectProps = {
  readonly keys: readonly Key[];
  readonly chosen: Key;
  readonly onChange: (keyId: string) => void;
};

/** Whose history is shown: an active key's or a revoked one's. */
export function KeySelect({ keys, chosen, onChange }: KeySelectProps) {
  const now = useNow(refreshed);
  const hint = ({ state, lastUsedAt }: Key): string => {
    if (state === 'revoked') return 'revoked';
    return lastUsedAt === null ? 'not used yet' : `used ${formatRelative(Date.parse(lastUsedAt), now)}`;
  };
  return (
    <Select
      label="Key"
      choices={keys.map((key) => ({ value: key.keyId, label: key.name, hint: hint(key) }))}
      value={chosen.keyId}
      onChange={onChange}
    />
  );
}

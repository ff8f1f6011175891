import { Select } from '../../../components/select.tsx';

const all = 'all';

type NetworkSelectProps = {
  readonly networks: readonly string[];
  readonly value: string | undefined;
  readonly onChange: (network: string | undefined) => void;
};

/** A filter by network; nothing if there is only one. */
export function NetworkSelect({ networks, value, onChange }: NetworkSelectProps) {
  const names = [...new Set([...networks, ...(value === undefined ? [] : [value])])];
  if (names.length < 2) return null;
  return (
    <Select
      label="Network"
      choices={[{ value: all, label: 'All networks' }, ...names.map((name) => ({ value: name, label: name }))]}
      value={value ?? all}
      onChange={(name) => onChange(name === all ? undefined : name)}
    />
  );
}

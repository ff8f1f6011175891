import { useActiveKeys, useAllRevokedKeys } from '../../api/keys.ts';
import type { UsageSpan } from '../../api/usage.ts';
import { Segments } from '../../components/segments.tsx';
import { type Choice, Select } from '../../components/select.tsx';
import styles from './usage.module.css';
import { type ChosenRange, isCustomRange, rangePresets } from './usage-range.ts';
import type { UsageSearch } from './usage-search.ts';

type RangeControlsProps = {
  readonly search: UsageSearch;
  /** Undefined if the URL has an invalid range. */
  readonly range: ChosenRange | undefined;
  readonly now: number;
  readonly onChange: (changes: Partial<UsageSearch>) => void;
};

type RangeName = NonNullable<UsageSearch['range']>;

const rangeChoices: readonly Choice<RangeName>[] = [
  { value: 'hour', label: rangePresets.hour.label },
  { value: 'day', label: rangePresets.day.label },
  { value: 'week', label: rangePresets.week.label },
  { value: 'month', label: rangePresets.month.label },
  { value: 'quarter', label: rangePresets.quarter.label },
  { value: 'custom', label: 'Custom' },
];
const spanChoices: readonly Choice<UsageSpan>[] = [
  { value: 'minute', label: 'Minute' },
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
];

/** The choice of the range, the span of a point and the key. */
export function RangeControls({ search, range, now, onChange }: RangeControlsProps) {
  const keyChoices = useKeyChoices(search.key);
  const choose = (name: RangeName) => {
    const limits = name === 'custom' && range ? { from: iso(range.from), to: iso(range.to ?? now) } : {};
    onChange({ range: name, from: undefined, to: undefined, span: undefined, ...limits });
  };
  return (
    <div className={styles.controls}>
      <Segments
        label="Range"
        choices={rangeChoices}
        value={isCustomRange(search) ? 'custom' : (search.range ?? 'day')}
        onChange={choose}
      />
      {range && (
        <Segments
          label="By"
          choices={spanChoices.filter(({ value }) => range.fitting.includes(value))}
          value={range.span}
          onChange={(span) => onChange({ span })}
        />
      )}
      <div className={styles.key}>
        <Select
          label="Key"
          choices={keyChoices}
          value={search.key ?? allKeys}
          onChange={(key) => onChange({ key: key === allKeys ? undefined : key })}
        />
      </div>
    </div>
  );
}

const iso = (at: number): string => new Date(at).toISOString();

/** The choice of all keys together. */
const allKeys = 'all';

/** All keys, active keys, then revoked keys. The chosen one is included even while the keys load. */
function useKeyChoices(chosen: string | undefined): Choice<string>[] {
  const active = useActiveKeys().data ?? [];
  const revoked = (useAllRevokedKeys().data?.pages ?? []).flatMap(({ keys }) => keys);
  const choices: Choice<string>[] = [
    { value: allKeys, label: 'All keys' },
    ...active.map(({ keyId, name }) => ({ value: keyId, label: name })),
    ...revoked.map(({ keyId, name }) => ({ value: keyId, label: name, hint: 'revoked' })),
  ];
  const isListed = chosen === undefined || choices.some(({ value }) => value === chosen);
  return isListed ? choices : [...choices, { value: chosen, label: chosen }];
}

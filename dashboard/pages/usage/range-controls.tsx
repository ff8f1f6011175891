import type { Span } from '../../api/usage.ts';
import { Segments } from '../../components/segments.tsx';
import { type Choice, Select } from '../../components/select.tsx';
import { type ChosenRange, isCustom, presets } from './range.ts';
import type { UsageSearch } from './search.ts';
import styles from './usage.module.css';
import { allKeys, useKeyChoices } from './use-key-choices.ts';

export type RangeControlsProps = {
  readonly search: UsageSearch;
  /** Undefined where the address asks for none that there is. */
  readonly range: ChosenRange | undefined;
  readonly now: number;
  readonly onChange: (changes: Partial<UsageSearch>) => void;
};

type RangeName = NonNullable<UsageSearch['range']>;

const rangeChoices: readonly Choice<RangeName>[] = [
  { value: 'hour', label: presets.hour.label },
  { value: 'day', label: presets.day.label },
  { value: 'week', label: presets.week.label },
  { value: 'month', label: presets.month.label },
  { value: 'quarter', label: presets.quarter.label },
  { value: 'custom', label: 'Custom' },
];
const spanChoices: readonly Choice<Span>[] = [
  { value: 'minute', label: 'Minute' },
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
];

/** Which usage is shown: of which time, how finely, and of which key. */
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
        value={isCustom(search) ? 'custom' : (search.range ?? 'day')}
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

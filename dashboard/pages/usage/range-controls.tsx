import { useEndpoints } from '../../api/endpoints.ts';
import type { UsageSpan } from '../../api/usage.ts';
import { NetworkFilter } from '../../components/network-filter.tsx';
import { Segments } from '../../components/segments.tsx';
import { type Choice, Select } from '../../components/select.tsx';
import { TimeZoneChoice } from '../../components/time-zone-choice.tsx';
import styles from './usage.module.css';
import { type ChosenRange, isCustomRange, isoRange, rangePresets } from './usage-range.ts';
import type { UsageSearch } from './usage-search.ts';
import { useKeyNames } from './use-key-names.ts';

type RangeControlsProps = {
  readonly search: UsageSearch;
  /** Undefined if the URL has an invalid range. */
  readonly range: ChosenRange | undefined;
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

/** The choice of the range, the span of a point, the key, the network, the comparison and the time zone. */
export function RangeControls({ search, range, onChange }: RangeControlsProps) {
  const keyChoices = useKeyChoices(search.key);
  const isOfRequests = search.view === 'requests';
  const choose = (name: RangeName) => {
    const limits = name === 'custom' && range ? isoRange(range) : {};
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
      {range && !isOfRequests && (
        <Segments
          label="By"
          choices={spanChoices.filter(({ value }) => range.fitting.includes(value))}
          value={range.span}
          onChange={(span) => onChange({ span })}
        />
      )}
      <Choices label="Key" choices={keyChoices} value={search.key} onChange={(key) => onChange({ key })} />
      <div className={styles.networks}>
        <NetworkFilter
          endpoints={useEndpoints().data ?? []}
          value={search.network}
          onChange={(network) => onChange({ network })}
        />
      </div>
      <TimeZoneChoice />
      {!isOfRequests && (
        <label className={styles.compare}>
          <input
            type="checkbox"
            checked={search.compare === 'before'}
            onChange={({ target }) => onChange({ compare: target.checked ? 'before' : undefined })}
          />
          Compare with the period before
        </label>
      )}
    </div>
  );
}

/** The choice of everything. */
const all = 'all';

type ChoicesProps = {
  readonly label: string;
  /** The first is for everything. It alone while the others load, so that the page does not move when they arrive. */
  readonly choices: readonly Choice<string>[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
};

/** A choice of one thing or everything; nothing if there is only one thing. */
const Choices = ({ label, choices, value, onChange }: ChoicesProps) =>
  choices.length === 2 && value === undefined ? null : (
    <div className={styles.choice}>
      <Select
        label={label}
        choices={choices}
        value={value ?? all}
        onChange={(chosen) => onChange(chosen === all ? undefined : chosen)}
      />
    </div>
  );

/** All keys, active keys, then revoked keys. The chosen one is included even while the keys load. */
function useKeyChoices(chosen: string | undefined): Choice<string>[] {
  const { active, revoked, nameOf } = useKeyNames();
  return withChosen(chosen, [
    { value: all, label: 'All keys' },
    ...active.map(({ keyId, name }) => ({ value: keyId, label: nameOf(keyId, name) })),
    ...revoked.map(({ keyId, name }) => ({ value: keyId, label: nameOf(keyId, name), hint: 'revoked' })),
  ]);
}

const withChosen = (chosen: string | undefined, choices: readonly Choice<string>[]): Choice<string>[] =>
  chosen === undefined || choices.some(({ value }) => value === chosen)
    ? [...choices]
    : [...choices, { value: chosen, label: chosen }];

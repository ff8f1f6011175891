import { useId, useState } from 'react';
import type { Key } from '../../../api/api.ts';
import { useEndpoints } from '../../../api/endpoints.ts';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/select.tsx';
import { type Outcome, outcomeNames, outcomes } from '../../../format/outcomes.ts';
import { timeZone } from '../../../format/times.ts';
import { countFilters, filterOf, isReversed, noFilter } from '../filter.ts';
import { useHistorySearch } from '../use-history-search.ts';
import styles from './filters.module.css';
import { KeySelect } from './key-select.tsx';
import { MethodField } from './method-field.tsx';
import { MomentField } from './moment-field.tsx';

const all = 'all';
const outcomeChoices: { value: Outcome | typeof all; label: string }[] = [
  { value: all, label: 'All outcomes' },
  ...outcomeNames.map((value) => ({ value, label: outcomes[value].label })),
];

export type FiltersProps = { readonly keys: readonly Key[]; readonly chosen: Key; readonly historyDays: number };

/** Which key's history it is, and what it is narrowed to; all of it stands in the address. */
export function Filters({ keys, chosen, historyDays }: FiltersProps) {
  const { search, choose } = useHistorySearch();
  const [isOpen, setOpen] = useState(false);
  const more = useId();
  const count = countFilters(filterOf(search));
  return (
    <div className={styles.filters}>
      <div className={styles.first}>
        <div className={styles.key}>
          <KeySelect keys={keys} chosen={chosen} onChange={(key) => choose({ key })} />
        </div>
        <div className={styles.toggle}>
          <Button onPress={() => setOpen(!isOpen)} aria-expanded={isOpen} aria-controls={more}>
            {count === 0 ? 'Filters' : `Filters (${count})`}
          </Button>
        </div>
      </div>
      <div id={more} className={styles.more} data-open={isOpen || undefined}>
        <MethodField
          keyId={chosen.keyId}
          historyDays={historyDays}
          value={search.method}
          onChange={(method) => choose({ method })}
        />
        <Select
          label="Outcome"
          choices={outcomeChoices}
          value={search.outcome ?? all}
          onChange={(outcome) => choose({ outcome: outcome === all ? undefined : outcome })}
        />
        <NetworkSelect value={search.network} onChange={(network) => choose({ network })} />
        <div className={styles.wide}>
          <MomentField label="From" value={search.from} onChange={(from) => choose({ from })} />
        </div>
        <div className={styles.wide}>
          <MomentField
            label="Until"
            value={search.to}
            onChange={(to) => choose({ to })}
            {...(isReversed(search) && { errorMessage: 'Must be after “From”.' })}
          />
        </div>
        <div className={`${styles.wide} ${styles.end}`}>
          <p className={styles.zone}>Times are in {timeZone()}.</p>
          <Button size="small" isDisabled={count === 0} onPress={() => choose(noFilter)}>
            Clear filters
          </Button>
        </div>
      </div>
    </div>
  );
}

type NetworkSelectProps = {
  readonly value: string | undefined;
  readonly onChange: (network: string | undefined) => void;
};

function NetworkSelect({ value, onChange }: NetworkSelectProps) {
  const known = (useEndpoints().data ?? []).map(({ network }) => network);
  const networks = [...new Set([...known, ...(value === undefined ? [] : [value])])];
  return (
    <Select
      label="Network"
      choices={[{ value: all, label: 'All networks' }, ...networks.map((name) => ({ value: name, label: name }))]}
      value={value ?? all}
      onChange={(name) => onChange(name === all ? undefined : name)}
    />
  );
}

import { useId, useState } from 'react';
import type { Key } from '../../../api/api.ts';
import { useEndpoints } from '../../../api/endpoints.ts';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/select.tsx';
import { useNow } from '../../../components/time.tsx';
import { outcomeNames, outcomeView } from '../../../format/outcomes.ts';
import { useTimeZone } from '../../../format/time-zone.ts';
import { formatRelative } from '../../../format/times.ts';
import { countFilters, isReversedRange, noFilter, requestFilter, useHistorySearch } from '../history-search.ts';
import { DateTimeField } from './date-time-field.tsx';
import styles from './history-filters.module.css';
import { MethodField } from './method-field.tsx';

const all = 'all';
const outcomeChoices: { value: (typeof outcomeNames)[number] | typeof all; label: string }[] = [
  { value: all, label: 'All outcomes' },
  ...outcomeNames.map((value) => ({ value, label: outcomeView(value).label })),
];

type HistoryFiltersProps = { readonly keys: readonly Key[]; readonly chosen: Key; readonly historyDays: number };

/** The choice of the key and the filters, all kept in the URL. */
export function HistoryFilters({ keys, chosen, historyDays }: HistoryFiltersProps) {
  const { search, choose } = useHistorySearch();
  const [isOpen, setOpen] = useState(false);
  const more = useId();
  const count = countFilters(requestFilter(search));
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
          <DateTimeField label="From" value={search.from} onChange={(from) => choose({ from })} />
        </div>
        <div className={styles.wide}>
          <DateTimeField
            label="To"
            value={search.to}
            onChange={(to) => choose({ to })}
            {...(isReversedRange(search) && { errorMessage: 'Must be later than “From”.' })}
          />
        </div>
        <div className={`${styles.wide} ${styles.end}`}>
          <p className={styles.zone}>Times in {useTimeZone()}</p>
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

const refreshed = 30_000;

type KeySelectProps = {
  readonly keys: readonly Key[];
  readonly chosen: Key;
  readonly onChange: (keyId: string) => void;
};

/** The choice of an active or revoked key. */
function KeySelect({ keys, chosen, onChange }: KeySelectProps) {
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

import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { useTimeZone } from '../../../format/time-zone.ts';
import { noFilter } from '../history-search.ts';
import type { KnownKeys } from '../known-keys.ts';
import { useHistorySearch } from '../use-history-search.ts';
import styles from './active-filters.module.css';
import { filterChips } from './filter-chips.ts';

type ActiveFiltersProps = {
  readonly keys: KnownKeys;
  /** The chain of the error codes; undefined if there are several. */
  readonly chain: string | undefined;
};

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ keys, chain }: ActiveFiltersProps) {
  const { search, choose } = useHistorySearch();
  const zone = useTimeZone();
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number>(undefined);
  const chips = filterChips(search, { keyName: keys.nameOf, chain, zone });
  useEffect(() => {
    if (removed.current === undefined) return;
    focusNear(list.current, removed.current);
    removed.current = undefined;
  });
  if (chips.length === 0) return null;
  return (
    <div className={styles.active}>
      <ul ref={list} className={styles.chips} aria-label="Active filters">
        {chips.map(({ id, name, value, without }, index) => (
          <li key={id} className={styles.chip}>
            <span className={styles.name}>{name}</span>
            <span className={styles.value}>{value}</span>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove the filter ${name}: ${value}`}
              onClick={() => {
                removed.current = index;
                choose(without);
              }}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Button
        size="small"
        variant="quiet"
        onPress={() => {
          removed.current = 0;
          choose(noFilter);
        }}
      >
        Clear filters
      </Button>
    </div>
  );
}

/** Moves the focus to the chip that took the place of a removed one, or to the list of requests. */
function focusNear(list: HTMLUListElement | null, index: number): void {
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const next = buttons[Math.min(index, buttons.length - 1)] ?? document.getElementById('requests');
  next?.focus({ preventScroll: true });
}

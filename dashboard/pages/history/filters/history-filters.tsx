import { ListFilter } from 'lucide-react';
import { memo, useId } from 'react';
import type { Endpoint, OutcomeFilter } from '../../../api/api.ts';
import { Button } from '../../../components/button.tsx';
import { DateTimeField } from '../../../components/date-time-field.tsx';
import { NetworkFilter } from '../../../components/network-filter.tsx';
import { Select } from '../../../components/select.tsx';
import { TimeZoneChoice } from '../../../components/time-zone-choice.tsx';
import { chainOfFilter, chainsOf, endpointsOf } from '../../../format/chain-choices.ts';
import { outcomeNames, outcomeView } from '../../../format/outcomes.ts';
import { rememberedChoice } from '../../../format/remembered-choice.ts';
import { RequestFinder } from '../finder/request-finder.tsx';
import { anyError, isReversedRange, keyParameter, keysOf } from '../history-search.ts';
import type { KnownKeys } from '../known-keys.ts';
import { useHistorySearch } from '../use-history-search.ts';
import { ActiveFilters } from './active-filters.tsx';
import { ErrorCodeField } from './error-code-field.tsx';
import styles from './history-filters.module.css';
import { KeyField } from './key-field.tsx';
import { MethodField } from './method-field.tsx';
import { TimePresetButtons } from './time-preset-buttons.tsx';

const all = 'all';
const outcomeChoices: { value: OutcomeFilter | typeof all; label: string }[] = [
  { value: all, label: 'All outcomes' },
  { value: anyError, label: 'Any error' },
  ...outcomeNames.map((value) => ({ value, label: outcomeView(value).label })),
];

const fold = rememberedChoice('history-filters', ['by-window', 'open', 'folded']);

const smallWindow = '(max-width: 40rem), (max-height: 52rem)';

/** Whether the filters are shown: until the user chooses, where they leave room for the list. The width as in the CSS. */
function useOpenFilters(): boolean {
  const chosen = fold.useChosen();
  return chosen === 'by-window' ? !matchMedia(smallWindow).matches : chosen === 'open';
}

type HistoryFiltersProps = {
  readonly keys: KnownKeys;
  readonly endpoints: readonly Endpoint[];
  readonly historyDays: number;
};

/** Every filter of the list, all kept in the URL. */
export const HistoryFilters = memo(({ keys, endpoints, historyDays }: HistoryFiltersProps) => {
  const { search, choose } = useHistorySearch();
  const isOpen = useOpenFilters();
  const more = useId();
  const chosen = keysOf(search);
  const [onlyKey] = chosen.length === 1 ? chosen : [];
  const chain = chainOfFilter(endpoints, search.network);
  const chains = chainsOf(endpointsOf(endpoints, chain));
  return (
    <div className={styles.filters}>
      <div className={styles.first}>
        <KeyField keys={keys} chosen={chosen} onChange={(ids) => choose({ key: keyParameter(ids) })} />
        <div className={styles.toggle}>
          <Button onPress={() => fold.choose(isOpen ? 'folded' : 'open')} aria-expanded={isOpen} aria-controls={more}>
            <ListFilter size={16} aria-hidden="true" />
            Filters
          </Button>
        </div>
      </div>
      <div id={more} className={styles.more} data-open={isOpen || undefined}>
        {isOpen && (
          <>
            <MethodField
              keyId={onlyKey}
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
            <ErrorCodeField
              keyId={onlyKey}
              historyDays={historyDays}
              chains={chains}
              value={search.errorCode}
              onChange={(errorCode) => choose({ errorCode })}
            />
            <NetworkFilter endpoints={endpoints} value={search.network} onChange={(network) => choose({ network })} />
            <RequestFinder historyDays={historyDays} />
            <div className={styles.range}>
              <TimePresetButtons historyDays={historyDays} />
              <DateTimeField label="From" value={search.from} onChange={(from) => choose({ from })} />
              <DateTimeField
                label="To"
                value={search.to}
                onChange={(to) => choose({ to })}
                errorMessage={isReversedRange(search) ? 'Must be later than “From”.' : undefined}
              />
              <TimeZoneChoice />
            </div>
          </>
        )}
      </div>
      <ActiveFilters keys={keys} chain={chain} />
    </div>
  );
});

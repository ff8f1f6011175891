import { useEffect, useState } from 'react';
import type { Key } from '../../api/api.ts';
import { Card } from '../../components/card.tsx';
import { Skeleton } from '../../components/query-state.tsx';
import { RequestDetails } from './details/request-details.tsx';
import { HistoryFilters } from './filters/history-filters.tsx';
import { RequestFinder } from './finder/request-finder.tsx';
import styles from './history.module.css';
import { isReversedRange, requestFilter, useHistorySearch } from './history-search.ts';
import { chooseKey } from './key-choice.ts';
import { RequestList } from './list/request-list.tsx';
import { NoKeys, ReversedRange, UnknownKey } from './nothing-to-list.tsx';

type KeyHistoryProps = {
  /** Active keys first. */
  readonly keys: readonly Key[];
  /** Whether some revoked keys are still loading. */
  readonly hasMoreKeys: boolean;
  readonly historyDays: number;
};

/** The history of the key in the URL, or of the key used last. */
export function KeyHistory({ keys, hasMoreKeys, historyDays }: KeyHistoryProps) {
  const { search, pinKey } = useHistorySearch();
  const [isLive, setLive] = useState(true);
  const chosen = chooseKey(keys, search.key);
  const unpinned = search.key === undefined ? chosen?.keyId : undefined;
  // The key used last may change while the user reads a history, so the choice goes into the URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: pinKey changes with each render
  useEffect(() => {
    if (unpinned !== undefined) pinKey(unpinned);
  }, [unpinned]);
  if (!chosen && hasMoreKeys) return <Skeleton height="36rem" label="Loading keys" />;
  if (keys.length === 0) return <NoKeys />;
  if (!chosen) return <UnknownKey />;
  const filter = requestFilter(search);
  return (
    <>
      <Card>
        <HistoryFilters keys={keys} chosen={chosen} historyDays={historyDays} />
        <RequestFinder keys={keys} chosen={chosen} historyDays={historyDays} />
      </Card>
      <div className={styles.split} data-open={search.request !== undefined || undefined}>
        {isReversedRange(filter) ? (
          <ReversedRange />
        ) : (
          <RequestList
            key={JSON.stringify([chosen.keyId, filter])}
            chosen={chosen}
            filter={filter}
            historyDays={historyDays}
            isLive={isLive}
            onLiveChange={setLive}
          />
        )}
        {search.request !== undefined && (
          <RequestDetails keys={keys} chosen={chosen} requestId={search.request} historyDays={historyDays} />
        )}
      </div>
    </>
  );
}

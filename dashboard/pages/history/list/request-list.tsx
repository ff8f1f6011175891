import { useRef } from 'react';
import type { Key } from '../../../api/api.ts';
import { type RequestFilter, useRequests } from '../../../api/requests.ts';
import { Card } from '../../../components/card.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useHistorySearch } from '../use-history-search.ts';
import { BeyondRetention, isBeyondRetention } from './beyond-retention.tsx';
import { ListEnd } from './list-end.tsx';
import { ListHead } from './list-head.tsx';
import { rowsOf } from './live.ts';
import styles from './request-list.module.css';
import { RequestRow } from './request-row.tsx';
import { useInSight } from './use-in-sight.ts';
import { useLive } from './use-live.ts';
import { useReading } from './use-reading.ts';

export type RequestListProps = {
  readonly chosen: Key;
  readonly filter: RequestFilter;
  readonly historyDays: number;
  /** Whether new requests are looked for. */
  readonly isLive: boolean;
  readonly onLiveChange: (isLive: boolean) => void;
};

/** The requests of a key that pass a filter; new ones come in at the top. */
export function RequestList({ chosen, filter, historyDays, isLive, onLiveChange }: RequestListProps) {
  const { search } = useHistorySearch();
  const query = useRequests(chosen.keyId, filter);
  const top = useRef<HTMLDivElement>(null);
  const isTopInSight = useInSight(top);
  const { isReading, handlers } = useReading();
  const isHeld = !isTopInSight || isReading || search.request !== undefined;
  const live = useLive({ keyId: chosen.keyId, filter, historyDays, query, isOn: isLive, isHeld });
  if (isBeyondRetention(query.error)) return <BeyondRetention error={query.error} historyDays={historyDays} />;
  // A page that failed is said where it would have come.
  const first = { ...query, error: query.isFetchNextPageError ? null : query.error };
  return (
    <Card>
      <div ref={top} className={styles.top} />
      <ListHead live={live} isOn={isLive} onChange={onLiveChange} top={top} />
      <QueryState query={first} loading={<Skeleton height="36rem" label="Loading requests" />}>
        {({ pages }) => (
          <div className={styles.requests}>
            <ol className={styles.rows} aria-label="Requests, newest first" {...handlers}>
              {rowsOf(pages).map((request) => (
                <RequestRow key={request.requestId} request={request} openId={search.request} />
              ))}
            </ol>
            <ListEnd query={query} pages={pages} chosen={chosen} filter={filter} historyDays={historyDays} />
          </div>
        )}
      </QueryState>
    </Card>
  );
}

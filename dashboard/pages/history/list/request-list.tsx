import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Key } from '../../../api/api.ts';
import { type RequestFilter, useAccountRequests } from '../../../api/requests.ts';
import { Card } from '../../../components/card.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { useHistorySearch } from '../history-search.ts';
import { BeyondRetention, isBeyondRetention } from '../nothing-to-list.tsx';
import { ListEnd } from './list-end.tsx';
import { ListHead } from './list-head.tsx';
import styles from './request-list.module.css';
import { requestsIn } from './request-pages.ts';
import { RequestRow } from './request-row.tsx';
import { useLiveRequests } from './use-live-requests.ts';

type RequestListProps = {
  readonly chosen: Key;
  readonly filter: RequestFilter;
  readonly historyDays: number;
  /** Whether to look for new requests. */
  readonly isLive: boolean;
  readonly onLiveChange: (isLive: boolean) => void;
};

/** The requests of a key that match a filter; new ones appear at the top. */
export function RequestList({ chosen, filter, historyDays, isLive, onLiveChange }: RequestListProps) {
  const { search } = useHistorySearch();
  const ofKey = { ...filter, keys: [chosen.keyId] };
  const query = useAccountRequests(ofKey);
  const top = useRef<HTMLDivElement>(null);
  const isTopVisible = useIsVisible(top);
  const { isReading, handlers } = useReading();
  const isHeld = !isTopVisible || isReading || search.request !== undefined;
  const live = useLiveRequests({ filter: ofKey, historyDays, query, isOn: isLive, isHeld });
  if (isBeyondRetention(query.error)) return <BeyondRetention error={query.error} historyDays={historyDays} />;
  // A failed next page is reported at the end of the list instead.
  const first = { ...query, error: query.isFetchNextPageError ? null : query.error };
  return (
    <Card>
      <div ref={top} className={styles.top} />
      <ListHead live={live} isOn={isLive} onChange={onLiveChange} top={top} />
      <QueryState query={first} loading={<Skeleton height="36rem" label="Loading requests" />}>
        {({ pages }) => (
          <div className={styles.requests}>
            <ol className={styles.rows} aria-label="Requests, newest first" {...handlers}>
              {requestsIn(pages).map((request) => (
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

/** Whether an element is in the viewport. */
function useIsVisible(element: RefObject<Element | null>): boolean {
  const [isVisible, setVisible] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting ?? true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isVisible;
}

/** Whether the mouse or the focus is on an element, whose content must then not move. */
function useReading() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
  };
  return { isReading: isPointed || isFocused, handlers };
}

import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Endpoint } from '../../../api/api.ts';
import { type RequestFilter, type RequestPage, useRequests } from '../../../api/requests.ts';
import { Card } from '../../../components/card.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { RowHeightChoice } from '../../../components/row-height-choice.tsx';
import { useCompactRows } from '../../../format/row-height.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import type { RequestExport } from '../export/use-request-export.ts';
import type { KnownKeys } from '../known-keys.ts';
import { BeyondRetention, isBeyondRetention, isUnknownKey, UnknownKey } from '../nothing-to-list.tsx';
import { useHistorySearch } from '../use-history-search.ts';
import { ColumnChoice } from './column-choice.tsx';
import { type Column, rowGrid, shownColumns } from './list-columns.ts';
import { ListEnd } from './list-end.tsx';
import { ListHead } from './list-head.tsx';
import { MatchCount } from './match-count.tsx';
import styles from './request-list.module.css';
import { requestsIn } from './request-pages.ts';
import { ColumnNames } from './request-row.tsx';
import { RequestRows } from './request-rows.tsx';
import { useLiveRequests } from './use-live-requests.ts';

type RequestListProps = {
  readonly filter: RequestFilter;
  readonly keys: KnownKeys;
  readonly endpoints: readonly Endpoint[];
  readonly historyDays: number;
  /** Whether to look for new requests. */
  readonly isLive: boolean;
  readonly onLiveChange: (isLive: boolean) => void;
  readonly export: RequestExport;
};

/** The requests that match a filter; new ones appear at the top. */
export function RequestList({
  filter,
  keys,
  endpoints,
  historyDays,
  isLive,
  onLiveChange,
  export: requestExport,
}: RequestListProps) {
  const { search } = useHistorySearch();
  const query = useRequests(filter);
  const top = useRef<HTMLDivElement>(null);
  const isCompact = useCompactRows();
  const columns = shownColumns.useChosen();
  const isTopVisible = useIsVisible(top);
  const { isReading, handlers } = useReading();
  const isHeld = !isTopVisible || isReading || search.request !== undefined;
  const live = useLiveRequests({ filter, historyDays, query, isOn: isLive, isHeld });
  if (isUnknownKey(query.error)) return <UnknownKey />;
  if (isBeyondRetention(query.error)) return <BeyondRetention error={query.error} historyDays={historyDays} />;
  // A failed next page is reported at the end of the list instead.
  const first = { ...query, error: query.isFetchNextPageError ? null : query.error };
  return (
    <Card>
      <div ref={top} className={styles.top} />
      <ListHead
        live={live}
        isOn={isLive}
        onChange={onLiveChange}
        top={top}
        total={query.data && <MatchCount filter={filter} pages={query.data.pages} />}
      >
        <RowHeightChoice />
        <ColumnChoice />
        <ExportMenu filter={filter} export={requestExport} />
      </ListHead>
      <QueryState query={first} loading={<Skeleton height="36rem" label="Loading requests" />} isLarge>
        {({ pages }) => (
          <div className={styles.requests} data-compact={isCompact || undefined} style={rowGrid(columns)}>
            {pages.some(({ requests }) => requests.length > 0) && <ColumnNames columns={columns} />}
            <div {...handlers}>
              <Rows
                pages={pages}
                isOfOneKey={filter.keys.length === 1}
                keys={keys}
                endpoints={endpoints}
                columns={columns}
              />
            </div>
            <ListEnd query={query} pages={pages} keys={keys} filter={filter} historyDays={historyDays} />
          </div>
        )}
      </QueryState>
    </Card>
  );
}

type RowsProps = Pick<RequestListProps, 'keys' | 'endpoints'> & {
  readonly pages: readonly RequestPage[];
  readonly isOfOneKey: boolean;
  readonly columns: readonly Column[];
};

function Rows({ pages, isOfOneKey, keys, endpoints, columns }: RowsProps) {
  const requests = useMemo(() => requestsIn(pages), [pages]);
  const chainOf = useMemo(() => {
    const chains = new Map(endpoints.map(({ network, chain }) => [network, chain]));
    return (network: string) => chains.get(network);
  }, [endpoints]);
  const { find, loadMore } = keys;
  const isKeyUnknown = useMemo(
    () => !isOfOneKey && requests.some(({ keyId }) => !find(keyId)),
    [isOfOneKey, requests, find],
  );
  useEffect(() => {
    if (isKeyUnknown) loadMore();
  }, [isKeyUnknown, loadMore]);
  return (
    <RequestRows
      requests={requests}
      keyName={isOfOneKey ? undefined : keys.nameOf}
      chainOf={chainOf}
      columns={columns}
    />
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

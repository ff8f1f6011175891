import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RecordedRequest } from '../../../api/api.ts';
import type { RequestFilter, RequestPage, useRequests } from '../../../api/requests.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/notice.tsx';
import { AbsoluteTime } from '../../../components/time.tsx';
import { formatDays } from '../../../format/times.ts';
import type { KnownKeys } from '../known-keys.ts';
import { NoRequests } from '../nothing-to-list.tsx';
import styles from './list-end.module.css';
import { type OlderRequests, useOlderRequests } from './older-requests.ts';
import { requestsIn } from './request-pages.ts';

type ListEndProps = {
  readonly query: ReturnType<typeof useRequests>;
  readonly pages: readonly RequestPage[];
  readonly keys: KnownKeys;
  readonly filter: RequestFilter;
  readonly historyDays: number;
};

/** The end of the loaded list: a button for older requests, the progress of a search, or the end of the history. */
export function ListEnd({ query, pages, keys, filter, historyDays }: ListEndProps) {
  const older = useOlderRequests(query, pages);
  const { state, failure, loadMore } = older;
  const oldest = requestsIn(pages).at(-1);
  const isEmptyPage = pages.at(-1)?.requests.length === 0;
  if (state === 'ended' && !oldest) return <NoRequests keys={keys} filter={filter} historyDays={historyDays} />;
  if (state === 'failed' && failure) {
    return (
      <div className={styles.failure}>
        <ErrorNotice error={failure} onRetry={loadMore} />
      </div>
    );
  }
  return (
    <div className={styles.end}>
      <Status isEnd={state === 'ended'}>
        {state === 'ended' ? (
          <HistoryEnd page={pages.at(-1)} filter={filter} historyDays={historyDays} />
        ) : (
          <SearchProgress older={older} oldest={oldest} isEmptyPage={isEmptyPage} />
        )}
      </Status>
      {(state === 'waiting' || state === 'loading') && (
        <Button onPress={() => state === 'waiting' && loadMore()}>
          {state === 'loading' ? 'Loading…' : isEmptyPage ? 'Search older requests' : 'Load older'}
        </Button>
      )}
    </div>
  );
}

type StatusProps = { readonly isEnd: boolean; readonly children: ReactNode };

/** Announced by screen readers. At the end it takes the focus, because the button that had it is gone. */
function Status({ isEnd, children }: StatusProps) {
  const element = useRef<HTMLParagraphElement>(null);
  const wasEnd = useRef(isEnd);
  useEffect(() => {
    if (isEnd && !wasEnd.current && document.activeElement === document.body) {
      element.current?.focus({ preventScroll: true });
    }
    wasEnd.current = isEnd;
  }, [isEnd]);
  return (
    <p ref={element} role="status" tabIndex={-1} className={styles.status}>
      {children}
    </p>
  );
}

type HistoryEndProps = Pick<ListEndProps, 'filter' | 'historyDays'> & { readonly page: RequestPage | undefined };

const HistoryEnd = ({ page, filter, historyDays }: HistoryEndProps) => (
  <>
    No older requests. Requests are kept for {formatDays(historyDays)}
    {page && filter.from === undefined && (
      <>
        , back to <AbsoluteTime at={page.historyFrom} />
      </>
    )}
    . <Link to="/plan">See plans</Link>
  </>
);

type SearchProgressProps = {
  readonly older: OlderRequests;
  readonly oldest: RecordedRequest | undefined;
  /** Whether the last page was empty. */
  readonly isEmptyPage: boolean;
};

/** The progress of a search for older requests. */
function SearchProgress({ older: { state, pages }, oldest, isEmptyPage }: SearchProgressProps) {
  if (state === 'offline') return 'You are offline. The search will continue when you reconnect.';
  if (pages <= 1 && !isEmptyPage) return null;
  return (
    <>
      {state === 'loading' && `Searching older requests, page ${pages + 1}… `}
      {oldest ? (
        <>
          Nothing found before <AbsoluteTime at={oldest.at} /> yet.
        </>
      ) : (
        'Nothing found yet.'
      )}
    </>
  );
}

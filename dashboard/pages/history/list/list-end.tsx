import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Key, RequestRecord } from '../../../api/api.ts';
import type { RequestFilter, RequestPage, useRequests } from '../../../api/requests.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/notice.tsx';
import { AbsoluteTime } from '../../../components/time.tsx';
import { formatDays } from '../../../format/times.ts';
import { NoRequests } from '../nothing-to-list.tsx';
import styles from './list-end.module.css';
import { type OlderRequests, useOlderRequests } from './older-requests.ts';
import { requestsIn } from './request-pages.ts';

export type ListEndProps = {
  readonly query: ReturnType<typeof useRequests>;
  readonly pages: readonly RequestPage[];
  readonly chosen: Key;
  readonly filter: RequestFilter;
  readonly historyDays: number;
};

/** Where the list ends for now: the way on, how far that has come, or that there is no more. */
export function ListEnd({ query, pages, chosen, filter, historyDays }: ListEndProps) {
  const continuation = useOlderRequests(query, pages);
  const { state, failure, loadMore } = continuation;
  const oldest = requestsIn(pages).at(-1);
  const isShort = pages.at(-1)?.requests.length === 0;
  if (state === 'ended' && !oldest) return <NoRequests chosen={chosen} filter={filter} historyDays={historyDays} />;
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
          <SearchProgress continuation={continuation} oldest={oldest} isShort={isShort} />
        )}
      </Status>
      {(state === 'waiting' || state === 'loading') && (
        <Button onPress={() => state === 'waiting' && loadMore()}>
          {state === 'loading' ? 'Loading…' : isShort ? 'Search further back' : 'Load older'}
        </Button>
      )}
    </div>
  );
}

type StatusProps = { readonly isEnd: boolean; readonly children: ReactNode };

/** What screen readers hear; at the end it takes the focus that goes with the button. */
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
    That is all: your plan keeps {formatDays(historyDays)}
    {page && filter.from === undefined && (
      <>
        , back to <AbsoluteTime at={page.historyFrom} />
      </>
    )}
    . <Link to="/plan">See the plans</Link>
  </>
);

export type SearchProgressProps = {
  readonly continuation: OlderRequests;
  readonly oldest: RequestRecord | undefined;
  /** Whether the last look brought nothing. */
  readonly isShort: boolean;
};

/** How far the search for older requests has come. */
export function SearchProgress({ continuation: { state, looks }, oldest, isShort }: SearchProgressProps) {
  if (state === 'offline') return 'You are offline. This goes on when you are back.';
  if (looks <= 1 && !isShort) return null;
  return (
    <>
      {state === 'loading' && `Searching further back, look ${looks + 1}… `}
      {oldest ? (
        <>
          Nothing found before <AbsoluteTime at={oldest.at} /> so far.
        </>
      ) : (
        'Nothing found so far.'
      )}
    </>
  );
}

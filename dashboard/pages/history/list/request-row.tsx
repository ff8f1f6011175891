import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { RequestRecord } from '../../../api/api.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { AbsoluteTime, RelativeTime } from '../../../components/time.tsx';
import { formatBytes, formatCount, formatMilliseconds } from '../../../format/numbers.ts';
import type { HistorySearch } from '../history-search.ts';
import { MethodName } from './method-name.tsx';
import styles from './request-row.module.css';

export type RequestRowProps = {
  readonly request: RequestRecord;
  /** The request whose details are open: going from one to another is no step of its own. */
  readonly openId: string | undefined;
};

/** The id of a row's element. */
export const rowId = (requestId: string): string => `request-${requestId}`;

/** A request in the list; all of the row is the link to its details. */
export const RequestRow = memo(({ request, openId }: RequestRowProps) => (
  <li className={styles.item}>
    <Link
      id={rowId(request.requestId)}
      to="/history"
      search={(before: HistorySearch) => ({ ...before, request: request.requestId })}
      state={({ isOpenedFromList }) => ({ isOpenedFromList: openId === undefined || isOpenedFromList === true })}
      replace={openId !== undefined}
      resetScroll={false}
      preload={false}
      className={styles.row}
      data-open={openId === request.requestId || undefined}
    >
      <span className={styles.what}>
        <MethodName calls={request.calls} />
        <span className={styles.muted}>{request.network}</span>
      </span>
      <span className={styles.how}>
        <OutcomeBadge outcome={request.outcome} />
        <span className={styles.muted}>
          HTTP {request.status}
          {request.count > 1 && ` ×${formatCount(request.count)}`}
        </span>
      </span>
      <span className={styles.when}>
        <RelativeTime at={request.at} />
        <span className={styles.muted}>
          <AbsoluteTime at={request.at} />
        </span>
      </span>
      <span className={styles.much}>
        <span>{formatMilliseconds(request.durationMs)}</span>
        <span className={styles.muted}>
          <span className={styles.size}>{formatBytes(request.requestBytes)} in,</span>{' '}
          <span className={styles.size}>{formatBytes(request.responseBytes)} out</span>
        </span>
      </span>
    </Link>
  </li>
));

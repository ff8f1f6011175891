import { memo } from 'react';
import type { RecordedRequest } from '../../../api/api.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { AbsoluteTime, RelativeTime } from '../../../components/time.tsx';
import { formatBytes, formatCount, formatMilliseconds } from '../../../format/numbers.ts';
import { MethodName } from './method-name.tsx';
import styles from './request-row.module.css';
import { RowCodes } from './row-codes.tsx';

type RequestRowProps = {
  readonly request: RecordedRequest;
  /** The address of its details. */
  readonly href: string;
  readonly isOpen: boolean;
  /** The name of the request's key; undefined if all rows have the same. */
  readonly keyName: string | undefined;
  /** The chain of the request's network; undefined while it is not known. */
  readonly chain: string | undefined;
};

const idStart = 'request-';

/** The DOM id of a row. */
export const rowId = (requestId: string): string => idStart + requestId;

/** The id of the request in whose row an element is; undefined if it is in none. */
export const requestOfRow = (element: EventTarget): string | undefined =>
  element instanceof Element ? element.closest(`a[id^=${idStart}]`)?.id.slice(idStart.length) : undefined;

/** A request in the list. The whole row links to its details. */
export const RequestRow = memo(({ request, href, isOpen, keyName, chain }: RequestRowProps) => (
  <a
    id={rowId(request.requestId)}
    href={href}
    className={styles.row}
    data-open={isOpen || undefined}
    aria-current={isOpen ? 'true' : undefined}
  >
    <span className={styles.what}>
      <MethodName calls={request.calls} />
      <span className={styles.where}>
        {request.network}
        {keyName !== undefined && ` · ${keyName}`}
      </span>
    </span>
    <span className={styles.how}>
      <OutcomeBadge outcome={request.outcome} />
      <span className={styles.muted}>
        HTTP {request.status}
        {request.count > 1 && ` ×${formatCount(request.count)}`}
      </span>
    </span>
    <RowCodes calls={request.calls} chain={chain} />
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
  </a>
));

/** The names of the columns on a wide page. */
export const ColumnNames = () => (
  <div className={`${styles.row} ${styles.names}`} aria-hidden="true">
    <span className={styles.when}>Received</span>
    <span className={styles.what}>Request</span>
    <span className={styles.how}>Outcome</span>
    <span className={styles.code}>Error code</span>
    <span className={styles.much}>
      <span>
        Duration<span className={styles.detail}> and size</span>
      </span>
    </span>
  </div>
);

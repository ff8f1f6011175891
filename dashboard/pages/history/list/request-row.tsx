import { memo, useContext } from 'react';
import type { RecordedRequest } from '../../../api/api.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { AbsoluteTime, TimeAgo } from '../../../components/time.tsx';
import { formatBytes, formatCount, formatMilliseconds } from '../../../format/numbers.ts';
import { wasRead } from '../request-summary.ts';
import { BlockClock } from './block-clock.ts';
import type { Column } from './list-columns.ts';
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
  readonly columns: readonly Column[];
};

const idStart = 'request-';

/** The DOM id of a row. */
export const rowId = (requestId: string): string => idStart + requestId;

/** The id of the request in whose row an element is; undefined if it is in none. */
export const requestOfRow = (element: EventTarget): string | undefined =>
  element instanceof Element ? element.closest(`a[id^=${idStart}]`)?.id.slice(idStart.length) : undefined;

/** A request in the list: of few nodes, because thousands may be loaded. The whole row links to its details. */
export const RequestRow = memo(({ request, href, isOpen, keyName, chain, columns }: RequestRowProps) => (
  <a
    id={rowId(request.requestId)}
    href={href}
    className={styles.row}
    data-open={isOpen || undefined}
    aria-current={isOpen ? 'true' : undefined}
  >
    <span className={styles.what}>
      <MethodName request={request} />
      {columns.includes('place') && (
        <span className={styles.where}>
          {keyName === undefined ? request.network : `${request.network} · ${keyName}`}
        </span>
      )}
    </span>
    {columns.includes('outcome') && (
      <span className={styles.how}>
        <OutcomeBadge outcome={request.outcome} />
        <span className={styles.muted}>
          <span className={styles.detail}>{`HTTP ${request.status} `}</span>
          {request.count > 1 && `×${formatCount(request.count)}`}
        </span>
      </span>
    )}
    {columns.includes('code') && <RowCodes calls={request.calls} chain={chain} />}
    {columns.includes('received') && (
      <span className={styles.when}>
        <Ago at={request.at} />
        <span className={styles.muted}>
          <AbsoluteTime at={request.at} />
        </span>
      </span>
    )}
    {(columns.includes('duration') || columns.includes('size')) && (
      <span className={styles.much}>
        {columns.includes('duration') && <span>{formatMilliseconds(request.durationMs)}</span>}
        {columns.includes('size') && (
          <span className={styles.muted}>
            {wasRead(request.outcome) ? (
              <>
                <span className={styles.size}>{`${formatBytes(request.requestBytes)} in,`}</span>{' '}
                <span className={styles.size}>{`${formatBytes(request.responseBytes)} out`}</span>
              </>
            ) : (
              'Not read'
            )}
          </span>
        )}
      </span>
    )}
  </a>
));

const Ago = ({ at }: { readonly at: string }) => <TimeAgo at={at} now={useContext(BlockClock)} />;

/** The names of the columns on a wide page. */
export const ColumnNames = ({ columns }: Pick<RequestRowProps, 'columns'>) => (
  <div className={`${styles.row} ${styles.names}`} aria-hidden="true">
    {columns.includes('received') && <span className={styles.when}>Received</span>}
    <span className={styles.what}>Request</span>
    {columns.includes('outcome') && <span className={styles.how}>Outcome</span>}
    {columns.includes('code') && <span className={styles.code}>Error code</span>}
    {columns.includes('duration') ? (
      <span className={styles.much}>
        <span>Duration{columns.includes('size') && ' and size'}</span>
      </span>
    ) : (
      columns.includes('size') && <span className={styles.much}>Size</span>
    )}
  </div>
);

import type { RecordedRequest } from '../../../api/api.ts';
import styles from './request-list.module.css';
import { RequestRow } from './request-row.tsx';
import { usePrinting } from './use-printing.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

type RequestRowsProps = {
  /** Newest first. */
  readonly requests: readonly RecordedRequest[];
  /** Whether there are no others than these. */
  readonly isComplete: boolean;
  readonly openId: string | undefined;
  /** The name of a request's key; undefined if all rows have the same. */
  readonly keyName: ((keyId: string) => string) | undefined;
  /** The chain of a network; undefined while it is not known. */
  readonly chainOf: (network: string) => string | undefined;
};

/** Only the rows near the viewport are in the document, and all of them on paper; the list has the height of all. */
export function RequestRows({ requests, isComplete, openId, keyName, chainOf }: RequestRowsProps) {
  const { rows, height, measure, ...list } = useVirtualRows(requests, openId);
  const shown = usePrinting() ? requests.map((request, index) => ({ request, index, top: 0 })) : rows;
  return (
    <ol className={styles.rows} aria-label="Requests, newest first" style={{ height }} {...list}>
      {shown.map(({ request, index, top }) => (
        <li
          key={request.requestId}
          ref={measure}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={isComplete ? requests.length : -1}
          className={styles.item}
          style={{ transform: `translateY(${top}px)` }}
        >
          <RequestRow
            request={request}
            openId={openId}
            keyName={keyName?.(request.keyId)}
            chain={chainOf(request.network)}
          />
        </li>
      ))}
    </ol>
  );
}

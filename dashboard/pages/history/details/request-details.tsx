import { useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { useMedia } from '../../../components/use-media.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { rowId } from '../list/request-row.tsx';
import { useHistorySearch } from '../use-history-search.ts';
import styles from './request-details.module.css';
import type { RequestInfoProps } from './request-info.tsx';

const RequestInfo = lazyPart<RequestInfoProps>(async () => (await import('./request-info.tsx')).RequestInfo);

/** The list and the details fit side by side. */
const wide = '(min-width: 75rem)';

/** The details of the request in the URL: beside the list, or in a dialog if there is no room. */
export function RequestDetails(props: RequestInfoProps) {
  const { close } = useHistorySearch();
  if (useMedia(wide)) return <Panel {...props} onClose={close} />;
  return (
    <Dialog title="Request" size="large" isOpen onClose={close}>
      <RequestInfo {...props} />
      <DialogActions>
        <Button onPress={close}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Panel({ onClose, ...props }: RequestInfoProps & { readonly onClose: () => void }) {
  const { requestId } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    return () => focusList(requestId);
  }, [requestId]);
  useEffect(() => {
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) close.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <aside className={styles.panel} aria-labelledby="request-title">
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} id="request-title" className={styles.title}>
          Request
        </h2>
        <Button size="small" onPress={onClose}>
          Close
        </Button>
      </div>
      <RequestInfo {...props} />
    </aside>
  );
}

/** Returns the focus to the row that opened the details, unless the user has moved it elsewhere. */
function focusList(requestId: string): void {
  if (document.activeElement !== document.body) return;
  const row = document.getElementById(rowId(requestId)) ?? document.getElementById('requests');
  row?.focus({ preventScroll: true });
}

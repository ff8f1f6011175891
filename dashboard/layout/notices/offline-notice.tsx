import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Notice } from '../../components/notice.tsx';
import styles from './notices.module.css';

const listen = (listener: () => void) => onlineManager.subscribe(listener);

/** Says on every page that nothing refreshes while the browser is offline. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(listen, () => onlineManager.isOnline());
  if (isOnline) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="caution" title="You are offline">
        You see the data that was loaded last. It will refresh when you reconnect.
      </Notice>
    </div>
  );
}

import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Notice } from '../components/notice.tsx';
import styles from './shell.module.css';

const listen = (listener: () => void) => onlineManager.subscribe(listener);

/** Says on every page that what it shows stands still while the browser is offline. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(listen, () => onlineManager.isOnline());
  if (isOnline) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="caution" title="You are offline">
        What you see is the last that was loaded. It goes on by itself when you are back.
      </Notice>
    </div>
  );
}

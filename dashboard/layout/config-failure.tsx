import { ErrorNotice } from '../components/error-notice.tsx';
import styles from './front.module.css';

/** Shown where the dashboard does not know where its API is. */
export const ConfigFailure = ({ error }: { readonly error: Error }) => (
  <main className={styles.front}>
    <div className={styles.panel}>
      <h1>Sluice</h1>
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </div>
  </main>
);

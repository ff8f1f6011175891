import styles from './logo.module.css';

/** The name with its logo: water passing a gate. */
export const Logo = () => (
  <span className={styles.logo}>
    <svg viewBox="0 0 32 32" width="1.4em" height="1.4em" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={styles.gate} />
      <path
        d="M6 12c3.3 0 3.3 3 6.7 3s3.3-3 6.6-3 3.4 3 6.7 3M6 19c3.3 0 3.3 3 6.7 3s3.3-3 6.6-3 3.4 3 6.7 3"
        className={styles.water}
      />
    </svg>
    Sluice
  </span>
);

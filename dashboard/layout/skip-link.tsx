import styles from './skip-link.module.css';

/** Leads keyboard users past the navigation. It shows while it has the focus. */
export const SkipLink = () => (
  <a href="#content" className={styles.skip}>
    Skip to content
  </a>
);

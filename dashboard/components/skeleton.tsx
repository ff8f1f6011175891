import styles from './skeleton.module.css';

/** Holds the place of what is being loaded, `height` in CSS units, so that nothing jumps when it comes. */
export const Skeleton = ({ height, label = 'Loading' }: { readonly height: string; readonly label?: string }) => (
  <div role="status" aria-label={label} className={styles.skeleton} style={{ minHeight: height }} />
);

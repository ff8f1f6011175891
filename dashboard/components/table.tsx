import type { ReactNode } from 'react';
import { Html } from './html.tsx';
import styles from './table.module.css';

/** In rem, of a row of one line. */
const rowHeight = 2.6;

type TableProps = {
  readonly label: string;
  /** The number of its rows: with it, the browser lays out the table when it comes near the window. */
  readonly rows?: number;
  readonly children: ReactNode;
};

/** A table that scrolls horizontally if it is wider than the page. */
export const Table = ({ label, rows, children }: TableProps) => (
  <section
    className={rows === undefined ? styles.scroll : `${styles.scroll} ${styles.late}`}
    style={rows === undefined ? undefined : { containIntrinsicBlockSize: `auto ${rowHeight * (rows + 1)}rem` }}
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard (WCAG 2.1.1)
    tabIndex={0}
  >
    <table className={styles.table}>{children}</table>
  </section>
);

/** The same of rendered Markdown: the head and body of a table. */
export const HtmlTable = ({ label, html }: { readonly label: string; readonly html: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard (WCAG 2.1.1)
  <section className={styles.scroll} aria-label={label} tabIndex={0}>
    <Html as="table" className={styles.table} html={html} />
  </section>
);

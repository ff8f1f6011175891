import type { ReactNode } from 'react';
import { Html } from './html.tsx';
import styles from './table.module.css';

/** A table that scrolls horizontally if it is wider than the page. */
export const Table = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard (WCAG 2.1.1)
  <section className={styles.scroll} aria-label={label} tabIndex={0}>
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

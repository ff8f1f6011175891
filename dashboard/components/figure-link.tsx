import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { HistorySearch } from '../pages/history/history-search.ts';
import styles from './figure-link.module.css';

type FigureLinkProps = {
  /** The filter of History; undefined leaves a figure without requests, or without such a filter, as text. */
  readonly search: HistorySearch | undefined;
  /** What the figure counts, for screen readers: `errors of getSlot`. */
  readonly about: string;
  readonly children: ReactNode;
};

/** A figure, or its name, that leads to the requests behind it. */
export const FigureLink = ({ search, about, children }: FigureLinkProps) =>
  search === undefined ? (
    children
  ) : (
    <Link to="/history" search={search} preload={false} className={styles.link}>
      {children}
      <span className={styles.about}> {about}: see the requests</span>
    </Link>
  );

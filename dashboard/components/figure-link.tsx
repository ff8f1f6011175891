import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { HistorySearch } from '../pages/history/history-search.ts';
import styles from './figure-link.module.css';
import { isPlainClick } from './plain-click.ts';

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
    <HistoryLink search={search} className={styles.link}>
      {children}
      <span className={styles.about}> {about}: see the requests</span>
    </HistoryLink>
  );

type HistoryLinkProps = {
  readonly search: HistorySearch;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A link to History. A page has hundreds of them, and each of the router's own links follows the page that is shown. */
export function HistoryLink({ search, className, children }: HistoryLinkProps) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void router.navigate({ to: '/history', search });
  };
  return (
    <a href={`/history${router.options.stringifySearch(search)}`} onClick={open} className={className}>
      {children}
    </a>
  );
}

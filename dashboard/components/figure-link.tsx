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
    <HistoryLink search={search}>
      {children}
      <span className={styles.about}> {about}: see the requests</span>
    </HistoryLink>
  );

/** A report has hundreds of them, and the router's own link would also follow the page that is shown. */
function HistoryLink({ search, children }: { readonly search: HistorySearch; readonly children: ReactNode }) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void router.navigate({ to: '/history', search });
  };
  return (
    <a href={`/history${router.options.stringifySearch(search)}`} onClick={open} className={styles.link}>
      {children}
    </a>
  );
}

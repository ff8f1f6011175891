import { Button } from '../../components/button.tsx';
import styles from './usage.module.css';

const pageSize = 25;

export type TablePageProps = {
  /** From 1; the newest rows by default. */
  readonly page: number | undefined;
  readonly onPage: (page: number | undefined) => void;
};

/** The page's rows of a table over time, newest first, and buttons to turn it. @param rows oldest first */
export function tablePage<Row>(rows: readonly Row[], { page = 1, onPage }: TablePageProps) {
  const pages = Math.ceil(rows.length / pageSize);
  const shown = Math.min(page, pages);
  return {
    rows: rows.toReversed().slice((shown - 1) * pageSize, shown * pageSize),
    pager: pages > 1 && <Pager page={shown} pages={pages} onPage={(next) => onPage(next === 1 ? undefined : next)} />,
  };
}

type PagerProps = { readonly page: number; readonly pages: number; readonly onPage: (page: number) => void };

/** Buttons to page through a long table. */
const Pager = ({ page, pages, onPage }: PagerProps) => (
  <nav aria-label="Table pages" className={styles.pager}>
    <Button size="small" isDisabled={page === 1} onPress={() => onPage(page - 1)}>
      Newer
    </Button>
    <span role="status">
      Page {page} of {pages}
    </span>
    <Button size="small" isDisabled={page === pages} onPress={() => onPage(page + 1)}>
      Older
    </Button>
  </nav>
);

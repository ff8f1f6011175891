import { Button } from '../../components/button.tsx';
import styles from './usage.module.css';

export type PagerProps = {
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
};

/** The way from one part of a long table to the next. */
export const Pager = ({ page, pages, onPage }: PagerProps) => (
  <nav aria-label="Pages of the table" className={styles.pager}>
    <Button size="small" isDisabled={page === 0} onPress={() => onPage(page - 1)}>
      Newer
    </Button>
    <span role="status">
      Page {page + 1} of {pages}
    </span>
    <Button size="small" isDisabled={page === pages - 1} onPress={() => onPage(page + 1)}>
      Older
    </Button>
  </nav>
);

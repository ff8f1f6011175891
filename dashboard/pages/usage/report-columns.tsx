import type { ReactNode } from 'react';
import { Delta } from '../../components/delta.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { type ColumnFormat, formatCounts, formatShares } from '../../format/columns.ts';
import type { HistoryFilter } from '../history/history-search.ts';
import type { Column } from './report-table.tsx';
import type { RequestsOf } from './requests-of.ts';
import styles from './usage.module.css';

type Filter = Partial<HistoryFilter> | undefined;

/** Figures without links. */
export const figureColumn = <Row,>(
  name: string,
  format: ColumnFormat,
  of: (row: Row) => number | null | undefined,
): Column<Row> => ({ name, isFigure: true, cells: (rows) => format(rows.map(of)) });

/** Counts that lead to their requests. `about` says what is counted. */
export const countColumn = <Row,>(
  name: string,
  of: (row: Row) => number,
  link: { readonly requests: RequestsOf; readonly filter: (row: Row) => Filter; readonly about: (row: Row) => string },
): Column<Row> => ({
  name,
  isFigure: true,
  cells: (rows) => {
    const texts = formatCounts(rows.map(of));
    return rows.map((row, index) => {
      const filter = of(row) > 0 ? link.filter(row) : undefined;
      return (
        <FigureLink key={name} search={filter && link.requests(filter)} about={link.about(row)}>
          {texts[index]}
        </FigureLink>
      );
    });
  },
});

/** Shares of all calls, as text and as bars. */
export const shareColumn = <Row extends { readonly calls: number }>(name: string, total: number): Column<Row> => ({
  name,
  cells: (rows) => {
    const shares = rows.map(({ calls }) => (total === 0 ? 0 : calls / total));
    const texts = formatShares(shares);
    return shares.map((share, index) => (
      <span key={rows[index]?.calls} className={styles.share}>
        <span aria-hidden="true" className={styles.track}>
          <span className={styles.bar} style={{ width: `${share * 100}%` }} />
        </span>
        <span className={styles.shareText}>{texts[index]}</span>
      </span>
    ));
  },
});

/** The change of calls since the period before; none if it is not compared with. */
export const changeColumns = <Row extends { readonly calls: number; readonly callsBefore?: number | undefined }>(
  isCompared: boolean,
): Column<Row>[] => (isCompared ? [{ name: 'Change', isFigure: true, cells: (rows) => rows.map(changeOf) }] : []);

const changeOf = ({ calls, callsBefore }: { calls: number; callsBefore?: number | undefined }): ReactNode =>
  callsBefore === undefined ? '–' : <Delta now={calls} before={callsBefore} since="" />;

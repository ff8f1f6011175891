import type { Usage } from '../../api/api.ts';
import { axisZone, spanTitle } from '../../charts/time-axis.ts';
import { Button } from '../../components/button.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { useNow } from '../../components/time.tsx';
import { formatLatencies, formatShares } from '../../format/columns.ts';
import { errorRate } from '../../format/numbers.ts';
import { occurredOutcomes, outcomeView } from '../../format/outcomes.ts';
import { useTimeZone } from '../../format/time-zone.ts';
import { changeColumns, countColumn, figureColumn } from './report-columns.tsx';
import { type Column, ReportTable } from './report-table.tsx';
import { ofOutcome, ofSpan, type RequestsOf } from './requests-of.ts';
import styles from './usage.module.css';
import { csvName, pointsCsv } from './usage-csv.ts';
import { percentiles } from './usage-series.ts';

type PointsTableProps = {
  readonly usage: Usage;
  readonly before: Usage | undefined;
  readonly requests: RequestsOf;
  /** From 1; the newest points by default. */
  readonly page: number | undefined;
  readonly onPage: (page: number | undefined) => void;
};

type PointRow = Usage['points'][number] & { readonly id: string; readonly callsBefore: number | undefined };

const pageSize = 25;
const refreshedMs = 15_000;

/** The figures of the charts as a table, newest first. */
export function PointsTable({ usage, before, requests, page = 1, onPage }: PointsTableProps) {
  const zone = useTimeZone();
  const now = useNow(refreshedMs);
  const pages = Math.ceil(usage.points.length / pageSize);
  const shown = Math.min(page, pages);
  const rows = usage.points.map((point, index) => ({
    ...point,
    id: point.at,
    callsBefore: before?.points[index]?.calls,
  }));
  return (
    <ReportTable
      title="Data"
      description={`By ${usage.span}, newest first`}
      columns={columnsOf(usage, before !== undefined, requests, { zone: axisZone(usage.span, zone), now })}
      rows={rows.toReversed().slice((shown - 1) * pageSize, shown * pageSize)}
      csv={{ name: csvName(usage.span, usage), write: () => pointsCsv(usage, zone) }}
    >
      {pages > 1 && <Pager page={shown} pages={pages} onPage={(next) => onPage(next === 1 ? undefined : next)} />}
    </ReportTable>
  );
}

function columnsOf(
  { span, total }: Usage,
  isCompared: boolean,
  requests: RequestsOf,
  { zone, now }: { readonly zone: string; readonly now: number },
): Column<PointRow>[] {
  const text = ({ at }: PointRow) => spanTitle(Date.parse(at), span, zone, now);
  const filter = ({ at }: PointRow) => ofSpan(at, span);
  return [
    {
      name: 'Time',
      cells: (rows) =>
        rows.map((row) => (
          <span key={row.id} className={styles.moment}>
            <FigureLink search={row.calls === 0 ? undefined : requests(filter(row))} about="">
              {text(row)}
            </FigureLink>
          </span>
        )),
    },
    countColumn('Calls', ({ calls }) => calls, { requests, filter, about: text }),
    ...changeColumns<PointRow>(isCompared),
    ...occurredOutcomes(total.outcomes).map((outcome) =>
      countColumn<PointRow>(outcomeView(outcome).label, ({ outcomes }) => outcomes[outcome] ?? 0, {
        requests,
        filter: (row) => ({ ...filter(row), ...ofOutcome(outcome) }),
        about: (row) => `${outcomeView(outcome).label}, ${text(row)}`,
      }),
    ),
    figureColumn('Error rate', formatShares, (row) => (row.calls === 0 ? null : errorRate(row))),
    ...percentiles.map((name) => figureColumn<PointRow>(name, formatLatencies, ({ latency }) => latency?.[name])),
  ];
}

type PagerProps = {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
};

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

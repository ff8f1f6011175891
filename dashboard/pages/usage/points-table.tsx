import { memo, type ReactNode } from 'react';
import type { Usage } from '../../api/api.ts';
import { axisZone, spanTitle } from '../../charts/time-axis.ts';
import { FigureLink } from '../../components/figure-link.tsx';
import { useNow } from '../../components/time.tsx';
import { formatLatencies, formatShares } from '../../format/columns.ts';
import { errorRate } from '../../format/numbers.ts';
import { occurredOutcomes, outcomeView } from '../../format/outcomes.ts';
import { useTimeZone } from '../../format/time-zone.ts';
import { changeColumns, countColumn, figureColumn } from './report-columns.tsx';
import { type Column, ReportTable } from './report-table.tsx';
import { ofOutcome, ofSpan, type RequestsOf } from './requests-of.ts';
import { type TablePageProps, tablePage } from './table-pager.tsx';
import styles from './usage.module.css';
import { csvName, pointsCsv } from './usage-csv.ts';
import { percentiles } from './usage-series.ts';

type PointsTableProps = TablePageProps & {
  readonly usage: Usage;
  readonly before: Usage | undefined;
  readonly requests: RequestsOf;
  /** The choice of the table's figures. */
  readonly choice?: ReactNode;
};

type PointRow = Usage['points'][number] & { readonly id: string; readonly callsBefore: number | undefined };

const refreshedMs = 15_000;

/** The figures of the charts as a table, newest first. */
export const PointsTable = memo(({ usage, before, requests, choice, ...paging }: PointsTableProps) => {
  const zone = useTimeZone();
  const now = useNow(refreshedMs);
  const { rows, pager } = tablePage(
    usage.points.map((point, index) => ({ ...point, id: point.at, callsBefore: before?.points[index]?.calls })),
    paging,
  );
  return (
    <ReportTable
      title="Data"
      description={`By ${usage.span}, newest first`}
      actions={choice}
      columns={columnsOf(usage, before !== undefined, requests, { zone: axisZone(usage.span, zone), now })}
      rows={rows}
      csv={{ name: csvName(usage.span, usage), write: () => pointsCsv(usage, zone) }}
    >
      {pager}
    </ReportTable>
  );
});

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

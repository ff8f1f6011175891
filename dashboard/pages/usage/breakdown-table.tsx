import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { formatLatencies, formatShares } from '../../format/columns.ts';
import { errorRate, formatCount } from '../../format/numbers.ts';
import { type BreakdownRow, byCalls, topRows } from './breakdown-rows.ts';
import { changeColumns, countColumn, figureColumn, shareColumn } from './report-columns.tsx';
import { type Column, type CsvFile, ReportTable } from './report-table.tsx';
import type { RequestsOf } from './requests-of.ts';
import styles from './usage.module.css';

type BreakdownTableProps = {
  /** What a row is: `Method`. */
  readonly kind: string;
  readonly rows: readonly BreakdownRow[];
  readonly latencyNames: readonly string[];
  /** All calls of the range. */
  readonly total: number;
  readonly isCompared: boolean;
  readonly requests: RequestsOf;
  readonly csv: CsvFile;
  /** Below the title. */
  readonly description?: ReactNode;
};

/** The figures of a range by method, network or key, most calls first; at first those with the most calls. */
export function BreakdownTable(props: BreakdownTableProps) {
  const { kind, rows, csv, description } = props;
  const [isWhole, setWhole] = useState(false);
  const { top, rest } = topRows(rows);
  const isCut = rest !== undefined && !isWhole;
  const shown = isCut ? [...top, rest] : byCalls(rows);
  return (
    <ReportTable
      title={`By ${kind.toLowerCase()}`}
      description={description}
      columns={columnsOf(props)}
      rows={shown}
      csv={csv}
    >
      {rest && (
        <div>
          <Button size="small" onPress={() => setWhole(isCut)}>
            {isCut ? `Show all ${formatCount(rows.length)}` : `Show ${top.length} with the most calls`}
          </Button>
        </div>
      )}
    </ReportTable>
  );
}

function columnsOf({ kind, latencyNames, total, isCompared, requests }: BreakdownTableProps): Column<BreakdownRow>[] {
  const filter = (row: BreakdownRow) => row.filter;
  return [
    { name: kind, cells: (rows) => rows.map((row) => <RowName key={row.id} row={row} requests={requests} />) },
    shareColumn('Share of calls', total),
    countColumn('Calls', ({ calls }) => calls, { requests, filter, about: ({ name }) => `calls of ${name}` }),
    ...changeColumns<BreakdownRow>(isCompared),
    countColumn('Errors', ({ errors }) => errors, {
      requests,
      filter: (row) => row.filter && { ...row.filter, outcome: 'error' },
      about: ({ name }) => `errors of ${name}`,
    }),
    figureColumn('Error rate', formatShares, (row) => (row.calls === 0 ? null : errorRate(row))),
    ...latencyNames.map((name, index) =>
      figureColumn<BreakdownRow>(name, formatLatencies, ({ latencies }) => latencies[index]),
    ),
  ];
}

const RowName = ({ row, requests }: { readonly row: BreakdownRow; readonly requests: RequestsOf }) => (
  <>
    <FigureLink search={row.filter && row.calls > 0 ? requests(row.filter) : undefined} about="">
      {row.name}
    </FigureLink>
    {row.note !== undefined && <span className={styles.note}> {row.note}</span>}
  </>
);

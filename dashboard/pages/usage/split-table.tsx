import type { ReactNode } from 'react';
import type { UsageSplit } from '../../api/api.ts';
import { axisZone, spanTitle } from '../../charts/time-axis.ts';
import { Card } from '../../components/card.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { useNow } from '../../components/time.tsx';
import { formatCounts, formatShares } from '../../format/columns.ts';
import { useTimeZone } from '../../format/time-zone.ts';
import { type Column, ReportTable } from './report-table.tsx';
import { ofSpan, type RequestsOf } from './requests-of.ts';
import { useSplit } from './split-chart.tsx';
import { measureTitles, type SplitMeasure, type SplitOf } from './split-choice.ts';
import { measureFilter, type SplitPart, sumOfParts, valuesOf } from './split-series.ts';
import { type TablePageProps, tablePage } from './table-pager.tsx';
import styles from './usage.module.css';
import { csvName, splitCsv } from './usage-csv.ts';

export type SplitTableProps = SplitOf &
  TablePageProps & {
    readonly requests: RequestsOf;
    /** The choice of the table's figures. */
    readonly choice: ReactNode;
  };

/** The figures of a split chart as a table, newest first. */
export function SplitTable({ requests, choice, page, onPage, ...split }: SplitTableProps) {
  const { query, parts } = useSplit(split);
  return (
    <QueryState
      query={query}
      loading={
        <Card title="Data" actions={choice}>
          <Skeleton height="40rem" label="Loading the table" />
        </Card>
      }
    >
      {(report) => <PartsTable {...{ ...split, report, parts, requests, choice, page, onPage }} />}
    </QueryState>
  );
}

type PartsTableProps = SplitTableProps & { readonly report: UsageSplit; readonly parts: readonly SplitPart[] };

const refreshedMs = 15_000;

function PartsTable({ by, measure, report, parts, requests, choice, ...paging }: PartsTableProps) {
  const { at, span } = report;
  const zone = axisZone(span, useTimeZone());
  const now = useNow(refreshedMs);
  const { rows, pager } = tablePage(
    at.map((time, index) => ({ id: time, index, title: spanTitle(Date.parse(time), span, zone, now) })),
    paging,
  );
  const total: SplitPart = { id: 'total', label: 'Total', ...sumOfParts(parts), filter: {} };
  return (
    <ReportTable
      title="Data"
      description={`${measureTitles[measure]} by ${span} and ${by}, newest first`}
      actions={choice}
      columns={[
        { name: 'Time', cells: (given) => given.map(({ id, title }) => <Moment key={id} title={title} />) },
        ...[...parts, total].map((part) =>
          partColumn(part, measure, (time) => ({
            ...requests({ ...ofSpan(time, span), ...part.filter, ...measureFilter(measure) }),
          })),
        ),
      ]}
      rows={rows}
      csv={{ name: csvName(`${span}-and-${by}`, report), write: () => splitCsv(report) }}
    >
      {pager}
    </ReportTable>
  );
}

const Moment = ({ title }: { readonly title: string }) => <span className={styles.moment}>{title}</span>;

type TimeRow = { readonly id: string; readonly index: number; readonly title: string };

/** Each figure of a part leads to its requests. All others together have no such filter. */
function partColumn(
  part: SplitPart,
  measure: SplitMeasure,
  search: (at: string) => ReturnType<RequestsOf>,
): Column<TimeRow> {
  const values = valuesOf(part, measure);
  const format = measure === 'share' ? formatShares : formatCounts;
  return {
    id: part.id,
    name: part.label,
    isFigure: true,
    cells: (rows) => {
      const texts = format(rows.map(({ index }) => values[index]));
      return rows.map(({ id, index, title }, row) => (
        <FigureLink
          key={id}
          search={part.filter && values[index] ? search(id) : undefined}
          about={`${measureTitles[measure]}, ${part.label}, ${title}`}
        >
          {texts[row]}
        </FigureLink>
      ));
    },
  };
}

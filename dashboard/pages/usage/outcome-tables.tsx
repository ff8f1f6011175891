import { memo } from 'react';
import type { Usage } from '../../api/api.ts';
import { useEndpoints } from '../../api/endpoints.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { type CountRow, type ErrorCodeRow, errorCodeRows, type OutcomeRow, outcomeRows } from './outcome-rows.ts';
import { changeColumns, countColumn, shareColumn } from './report-columns.tsx';
import { ReportTable } from './report-table.tsx';
import type { RequestsOf } from './requests-of.ts';
import styles from './usage.module.css';
import { csvName, errorCodesCsv, outcomesCsv } from './usage-csv.ts';

type OutcomeTableProps = {
  readonly usage: Usage;
  /** The report of the period before, if it is compared with. */
  readonly before: Usage | undefined;
  readonly requests: RequestsOf;
};

const filter = ({ filter: ofRow }: CountRow) => ofRow;

/** The calls of a range by outcome. */
export const OutcomeTable = memo(({ usage, before, requests }: OutcomeTableProps) => {
  const rows = outcomeRows(usage.total, before?.total);
  return (
    <ReportTable
      title="By outcome"
      rows={rows}
      csv={{ name: csvName('outcome', usage), write: () => outcomesCsv(rows) }}
      columns={[
        { name: 'Outcome', cells: (given) => given.map((row) => <OutcomeName key={row.id} {...{ row, requests }} />) },
        countColumn<OutcomeRow>('Calls', ({ calls }) => calls, {
          requests,
          filter,
          about: (row) => `calls, ${row.label}`,
        }),
        shareColumn('Share', usage.total.calls),
        ...changeColumns<OutcomeRow>(before !== undefined),
      ]}
    />
  );
});

type NameProps<Row> = { readonly row: Row; readonly requests: RequestsOf };

const searchOf = ({ calls, filter: ofRow }: CountRow, requests: RequestsOf) =>
  calls > 0 ? requests(ofRow) : undefined;

const OutcomeName = ({ row, requests }: NameProps<OutcomeRow>) => (
  <div className={styles.outcome}>
    <Swatch kind="stacked-bars" color={row.color} pattern={row.pattern} />
    <div>
      <FigureLink search={searchOf(row, requests)} about="">
        {row.label}
      </FigureLink>
      <p className={styles.meaning}>{row.meaning}</p>
    </div>
  </div>
);

/** The JSON-RPC errors of a range by network and code. */
export const ErrorCodeTable = memo(({ usage, before, requests }: OutcomeTableProps) => {
  const endpoints = useEndpoints();
  const rows = errorCodeRows(usage, endpoints.data ?? [], before);
  if (rows.length === 0)
    return (
      <Card title="By error code">
        <EmptyState title="No RPC errors in this range">No node answered with a JSON-RPC error.</EmptyState>
      </Card>
    );
  return (
    <ReportTable
      title="By error code"
      rows={rows}
      csv={{ name: csvName('error-code', usage), write: () => errorCodesCsv(rows) }}
      columns={[
        {
          name: 'RPC error',
          cells: (given) => given.map((row) => <ErrorCodeName key={row.id} {...{ row, requests }} />),
        },
        countColumn<ErrorCodeRow>('Calls', ({ calls }) => calls, {
          requests,
          filter,
          about: (row) => `calls, ${row.label}`,
        }),
        ...(Object.keys(usage.byNetwork).length > 1
          ? [{ name: 'Network', cells: (given: readonly ErrorCodeRow[]) => given.map(({ network }) => network) }]
          : []),
        ...changeColumns<ErrorCodeRow>(before !== undefined),
      ]}
    />
  );
});

const ErrorCodeName = ({ row, requests }: NameProps<ErrorCodeRow>) => (
  <>
    <FigureLink search={searchOf(row, requests)} about="">
      {row.label}
    </FigureLink>
    <p className={styles.meaning}>
      {row.meaning} {row.advice}
    </p>
  </>
);

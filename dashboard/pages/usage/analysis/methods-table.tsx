import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import linkStyles from '../../../components/figure-link.module.css';
import { FigureLink } from '../../../components/figure-link.tsx';
import { formatLatencies, formatShares } from '../../../format/columns.ts';
import { methodTitle } from '../breakdown-rows.ts';
import { countColumn, figureColumn } from '../report-columns.tsx';
import { type Column, ReportTable } from '../report-table.tsx';
import type { RequestsOf } from '../requests-of.ts';
import type { UsageSearch } from '../usage-search.ts';
import { percentiles } from '../usage-series.ts';
import type { AnalysisSum, MethodAnalysis } from './add-analyses.ts';
import { analysisFile, methodsCsv } from './analysis-csv.ts';

type MethodsTableProps = {
  readonly sum: AnalysisSum;
  readonly search: UsageSearch;
  readonly requests: RequestsOf;
};

type Row = MethodAnalysis & { readonly id: string };

/** The latency of each method, most calls first. Its percentiles lead to the method's slowest requests. */
export const MethodsTable = ({ sum, search, requests }: MethodsTableProps) => (
  <ReportTable
    title="Latency by method"
    description="Percentiles of the calls that a node answered. Each call of a batch counts with the time of the whole batch."
    columns={columnsOf(search, requests)}
    rows={sum.methods.map((row) => ({ ...row, id: row.method }))}
    csv={{ name: analysisFile('latency-by-method', sum), write: () => methodsCsv(sum.methods) }}
  />
);

function columnsOf(search: UsageSearch, requests: RequestsOf): Column<Row>[] {
  const filter = ({ method }: Row) => ({ method });
  return [
    {
      name: 'Method',
      cells: (rows) =>
        rows.map(({ method }) => (
          <FigureLink key={method} search={requests({ method })} about="">
            {methodTitle(method)}
          </FigureLink>
        )),
    },
    countColumn('Calls', ({ calls }) => calls, { requests, filter, about: ({ method }) => `calls of ${method}` }),
    countColumn('Errors', ({ errors }) => errors, {
      requests,
      filter: ({ method }) => ({ method, outcome: 'error' }),
      about: ({ method }) => `errors of ${method}`,
    }),
    ...percentiles.map(
      (name): Column<Row> => ({ name, isFigure: true, cells: (rows) => latencyCells(rows, name, search) }),
    ),
    figureColumn('In batches', formatShares, ({ inBatches, answered }) =>
      answered === 0 ? null : inBatches / answered,
    ),
  ];
}

function latencyCells(rows: readonly Row[], name: (typeof percentiles)[number], search: UsageSearch): ReactNode[] {
  const texts = formatLatencies(rows.map(({ latency }) => latency?.[name]));
  return rows.map(({ method, latency }, index) =>
    latency === null || search.method === method ? (
      texts[index]
    ) : (
      <Link
        key={method}
        to="/usage"
        search={{ ...search, method }}
        resetScroll={false}
        preload={false}
        className={linkStyles.link}
      >
        {texts[index]}
        <span className={linkStyles.about}>
          {' '}
          {name} of {method}: see its slowest requests
        </span>
      </Link>
    ),
  );
}

import { useState } from 'react';
import type { Usage } from '../../api/api.ts';
import { axisZone, formatSpan } from '../../charts/time-axis.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { download } from '../../components/download.ts';
import { Table } from '../../components/table.tsx';
import { csvType } from '../../format/csv.ts';
import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import { occurredOutcomes, outcomeView } from '../../format/outcomes.ts';
import { useTimeZone } from '../../format/time-zone.ts';
import styles from './usage.module.css';
import { csvName, pointsCsv } from './usage-csv.ts';

const pageSize = 25;

/** The figures of the charts as a table, newest first. */
export function PointsTable({ usage }: { readonly usage: Usage }) {
  const [chosen, setPage] = useState(0);
  const pages = Math.ceil(usage.points.length / pageSize);
  const page = Math.min(chosen, pages - 1);
  const zone = axisZone(usage.span, useTimeZone());
  const occurred = occurredOutcomes(usage.total.outcomes);
  const shown = usage.points.toReversed().slice(page * pageSize, (page + 1) * pageSize);
  return (
    <Card
      title="Data"
      description={`By ${usage.span}, newest first`}
      actions={
        <Button
          size="small"
          onPress={() => download(pointsCsv(usage), csvName(usage.span, usage), csvType)}
          aria-label="Export CSV, figures over time"
        >
          Export CSV
        </Button>
      }
    >
      <Table label={`Figures by ${usage.span}`}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {['Calls', ...occurred.map((outcome) => outcomeView(outcome).label), ...columns].map((column) => (
              <th key={column} scope="col" data-align="end">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((point) => (
            <tr key={point.at}>
              <th scope="row" className={styles.moment}>
                {formatSpan(Date.parse(point.at), usage.span, zone)}
              </th>
              <td data-align="end">{formatCount(point.calls)}</td>
              {occurred.map((outcome) => (
                <td key={outcome} data-align="end">
                  {formatCount(point.outcomes[outcome] ?? 0)}
                </td>
              ))}
              <td data-align="end">{point.calls === 0 ? '–' : formatShare(errorRate(point))}</td>
              {percentiles.map((name) => (
                <td key={name} data-align="end">
                  {point.latency ? formatMilliseconds(point.latency[name]) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {pages > 1 && <Pager page={page} pages={pages} onPage={setPage} />}
    </Card>
  );
}

const percentiles = ['p50', 'p95', 'p99'] as const;
const columns = ['Error rate', ...percentiles];

type PagerProps = {
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
};

/** Buttons to page through a long table. */
const Pager = ({ page, pages, onPage }: PagerProps) => (
  <nav aria-label="Table pages" className={styles.pager}>
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

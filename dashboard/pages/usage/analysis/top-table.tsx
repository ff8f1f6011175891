import { Link } from '@tanstack/react-router';
import type { RecordedRequest } from '../../../api/api.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import linkStyles from '../../../components/figure-link.module.css';
import { AbsoluteTime } from '../../../components/time.tsx';
import { formatLatencies } from '../../../format/columns.ts';
import { formatBytes } from '../../../format/numbers.ts';
import type { HistorySearch } from '../../history/history-search.ts';
import { noMethodText, summarizeMethods } from '../../history/request-summary.ts';
import { figureColumn } from '../report-columns.tsx';
import { type Column, ReportTable } from '../report-table.tsx';
import styles from '../usage.module.css';
import { type AnalysisSum, requestSize } from './add-analyses.ts';
import { analysisFile, requestsCsv } from './analysis-csv.ts';

type TopTableProps = {
  readonly by: 'duration' | 'size';
  readonly sum: AnalysisSum;
  /** The search parameters of History that show a request. */
  readonly requests: (requestId: string) => HistorySearch;
  /** The name of a key, by its id. */
  readonly nameOf: (keyId: string, unknown: string) => string;
};

type Row = RecordedRequest & { readonly id: string };

/** The slowest or the largest requests. Each leads to its page. */
export function TopTable({ by, sum, requests, nameOf }: TopTableProps) {
  const top = by === 'duration' ? sum.slowest : sum.largest;
  const [title, file] = by === 'duration' ? ['Slowest requests', 'slowest'] : ['Largest requests', 'largest'];
  const size: Column<Row> = {
    name: 'Size',
    isFigure: true,
    cells: (rows) => rows.map((row) => formatBytes(requestSize(row))),
  };
  const duration: Column<Row> = figureColumn('Duration', formatLatencies, ({ durationMs }) => durationMs);
  return (
    <ReportTable
      title={title}
      description={by === 'duration' ? 'Of any outcome' : 'By the bytes of request and response'}
      columns={[
        {
          name: 'Request',
          cells: (rows) => rows.map((row) => <Name key={row.id} request={row} search={requests(row.id)} />),
        },
        ...(by === 'duration' ? [duration, size] : [size, duration]),
        { name: 'Outcome', cells: (rows) => rows.map((row) => <OutcomeBadge key={row.id} outcome={row.outcome} />) },
        { name: 'Network', cells: (rows) => rows.map(({ network }) => network) },
        { name: 'Key', cells: (rows) => rows.map(({ keyId }) => nameOf(keyId, keyId)) },
        {
          name: 'Received',
          cells: (rows) =>
            rows.map(({ id, at }) => (
              <span key={id} className={styles.moment}>
                <AbsoluteTime at={at} />
              </span>
            )),
        },
      ]}
      rows={top.map((request) => ({ ...request, id: request.requestId }))}
      csv={{ name: analysisFile(`${file}-requests`, sum), write: () => requestsCsv(top) }}
    />
  );
}

function Name({ request, search }: { readonly request: RecordedRequest; readonly search: HistorySearch }) {
  const { first, more } = summarizeMethods(request.calls);
  return (
    <Link to="/history" search={search} preload={false} className={linkStyles.link}>
      {first ?? noMethodText(request.outcome)} {more}
      <span className={linkStyles.about}>, request {request.requestId}</span>
    </Link>
  );
}

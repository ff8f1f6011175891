import { Link } from '@tanstack/react-router';
import type { Usage } from '../../api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { keyRows, meanName, methodRows, networkRows, percentileNames } from './breakdown-rows.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import { DataTable } from './data-table.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { ErrorCodeTable, OutcomeTable } from './outcome-tables.tsx';
import { ReportPeriod } from './report-period.tsx';
import { type RequestsOf, requestsOf } from './requests-of.ts';
import styles from './usage.module.css';
import { CallsChart, ErrorsChart } from './usage-charts.tsx';
import { csvName, keysCsv, methodsCsv, networksCsv } from './usage-csv.ts';
import { type ChosenRange, periodName } from './usage-range.ts';
import type { UsageSearch } from './usage-search.ts';
import { UsageSkeleton } from './usage-skeleton.tsx';
import { UsageTotals } from './usage-totals.tsx';
import { type Report, useReport } from './use-report.ts';

type UsageReportProps = {
  readonly search: UsageSearch;
  readonly range: ChosenRange;
  readonly now: number;
  readonly onChange: (changes: Partial<UsageSearch>) => void;
};

/** The figures of a range. While a new range loads, the old figures stay visible in gray. */
export function UsageReport({ search, range, now, onChange }: UsageReportProps) {
  const report = useReport(search, range, now);
  const { query, before } = report;
  const isStale = query.isPlaceholderData;
  const endsNow = range.to === undefined && !isStale;
  return (
    <div className={styles.report} aria-busy={isStale} data-stale={isStale || undefined}>
      <QueryState query={query} loading={<UsageSkeleton />}>
        {(usage) => {
          const requests = requestsOf(search, usage.from, endsNow ? undefined : usage.to);
          return (
            <>
              <ReportPeriod report={report} usage={usage} endsNow={endsNow} now={now} span={range.span} />
              <UsageTotals
                total={usage.total}
                isCompared={report.period !== undefined}
                before={before?.usage.total}
                requests={requests}
              />
              {usage.total.calls === 0 ? (
                <NoCalls />
              ) : (
                <ReportFigures {...{ report, usage, search, requests, onChange }} />
              )}
            </>
          );
        }}
      </QueryState>
    </div>
  );
}

const NoCalls = () => (
  <EmptyState title="No calls in this range" action={<LinkButton to="/endpoints">Send a request</LinkButton>}>
    Choose a longer range, another key or another network, or send a request.
  </EmptyState>
);

type ReportFiguresProps = Pick<UsageReportProps, 'search' | 'onChange'> & {
  readonly report: Report;
  readonly usage: Usage;
  readonly requests: RequestsOf;
};

/** The charts and tables of a report. */
function ReportFigures({ report, usage, search, requests, onChange }: ReportFiguresProps) {
  const { before, keys, range, intervalMs } = report;
  const chart = { usage, before: before?.usage, beforeLabel: `The ${periodName(usage)} before`, requests };
  const splittable = { ...chart, search, onChange, range, intervalMs };
  return (
    <>
      <CallsChart {...splittable} />
      <div className={styles.pair}>
        <ErrorsChart {...splittable} />
        <LatencyChart {...{ ...splittable, keys }} />
      </div>
      <OutcomeTable {...chart} />
      <ErrorCodeTable {...chart} />
      <Breakdowns {...{ report, usage, requests }} />
      <DataTable {...splittable} />
    </>
  );
}

/** The figures by method, network and key. */
function Breakdowns({ report, usage, requests }: Pick<ReportFiguresProps, 'report' | 'usage' | 'requests'>) {
  const { before, keys, keysError, retryKeys } = report;
  const common = { total: usage.total.calls, isCompared: before !== undefined, requests };
  return (
    <>
      <BreakdownTable
        kind="Method"
        rows={methodRows(usage, before?.usage)}
        description={
          <Link to="/usage" search={(before: UsageSearch) => ({ ...before, view: 'requests' })}>
            Percentiles, and the slowest and the largest requests
          </Link>
        }
        latencyNames={meanName}
        csv={{ name: csvName('method', usage), write: () => methodsCsv(usage) }}
        {...common}
      />
      <BreakdownTable
        kind="Network"
        rows={networkRows(usage, before?.usage)}
        latencyNames={percentileNames}
        csv={{ name: csvName('network', usage), write: () => networksCsv(usage) }}
        {...common}
      />
      {keys && (
        <BreakdownTable
          kind="Key"
          rows={keyRows(keys, before?.keys)}
          latencyNames={percentileNames}
          csv={{ name: csvName('key', usage), write: () => keysCsv(keys) }}
          {...common}
        />
      )}
      {keysError && <ErrorNotice error={keysError} onRetry={retryKeys} />}
    </>
  );
}

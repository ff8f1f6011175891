import { useDeferredValue, useMemo } from 'react';
import type { Usage } from '../../api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { KeyTable, MethodTable, NetworkTable } from './breakdowns.tsx';
import { DataTable } from './data-table.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { ErrorCodeTable, OutcomeTable } from './outcome-tables.tsx';
import { ReportPeriod } from './report-period.tsx';
import { type RequestsOf, requestsOf } from './requests-of.ts';
import styles from './usage.module.css';
import { CallsChart, ErrorsChart } from './usage-charts.tsx';
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
  const { query } = report;
  const isStale = query.isPlaceholderData;
  return (
    <div className={styles.report} aria-busy={isStale} data-stale={isStale || undefined}>
      <QueryState query={query} loading={<UsageSkeleton />} isLarge>
        {(usage) => <LoadedReport {...{ report, usage, search, range, now, onChange }} />}
      </QueryState>
    </div>
  );
}

type LoadedReportProps = UsageReportProps & { readonly report: Report; readonly usage: Usage };

function LoadedReport({ report, usage, search, range, now, onChange }: LoadedReportProps) {
  const endsNow = range.to === undefined && !report.query.isPlaceholderData;
  const { key, network } = search;
  const to = endsNow ? undefined : usage.to;
  // Hundreds of links get another one: after the page has answered the click that asks for another range.
  const requests = useDeferredValue(
    useMemo(() => requestsOf({ key, network }, usage.from, to), [key, network, usage.from, to]),
  );
  return (
    <>
      <ReportPeriod report={report} usage={usage} endsNow={endsNow} now={now} span={range.span} />
      <UsageTotals
        total={usage.total}
        isCompared={report.period !== undefined}
        before={report.before?.usage.total}
        requests={requests}
      />
      {usage.total.calls === 0 ? <NoCalls /> : <ReportFigures {...{ report, usage, search, requests, onChange }} />}
    </>
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

/** The charts and tables of a report. Each is rendered again only if its own figures are new: together they are a long page. */
function ReportFigures({ report, usage, search, requests, onChange }: ReportFiguresProps) {
  const { before, keys, keysError, retryKeys, range, intervalMs } = report;
  const figures = { usage, before: before?.usage, requests };
  const splittable = {
    ...figures,
    beforeLabel: `The ${periodName(usage)} before`,
    search,
    onChange,
    range,
    intervalMs,
  };
  return (
    <>
      <CallsChart {...splittable} />
      <div className={styles.pair}>
        <ErrorsChart {...splittable} />
        <LatencyChart {...{ ...splittable, keys }} />
      </div>
      <OutcomeTable {...figures} />
      <ErrorCodeTable {...figures} />
      <MethodTable {...figures} />
      <NetworkTable {...figures} />
      {keys && <KeyTable {...figures} keys={keys} keysBefore={before?.keys} />}
      {keysError && <ErrorNotice error={keysError} onRetry={retryKeys} />}
      <DataTable {...splittable} />
    </>
  );
}

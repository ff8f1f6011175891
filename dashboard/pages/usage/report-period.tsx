import type { Usage } from '../../api/api.ts';
import { serverTimeOf } from '../../api/server-clock.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import styles from './usage.module.css';
import { type ChosenRange, daysKept, hasOpenSpan } from './usage-range.ts';
import type { Report } from './use-report.ts';

type ReportPeriodProps = {
  readonly report: Report;
  readonly usage: Usage;
  readonly endsNow: boolean;
  readonly now: number;
  readonly span: ChosenRange['span'];
};

/** The range of the figures, what they are compared with, and what is happening to them. */
export function ReportPeriod({ report, usage, endsNow, now, span }: ReportPeriodProps) {
  const { query, queryBefore, before, period, isNotKept } = report;
  const waiting = query.fetchStatus === 'paused' ? 'Waiting for the network…' : 'Loading…';
  return (
    <>
      <p className={styles.period}>
        <span>
          <AbsoluteTime at={usage.from} /> to{' '}
          {endsNow ? <Now readAt={query.dataUpdatedAt} /> : <AbsoluteTime at={usage.to} />}
          {period && (
            <>
              , compared with <AbsoluteTime at={period.from} /> to <AbsoluteTime at={period.to} />
              {(endsNow || hasOpenSpan(usage, now)) && `. The newest ${usage.span} is not over yet`}
            </>
          )}
        </span>
        <span role="status" className={styles.loading}>
          {query.isPlaceholderData && waiting}
        </span>
      </p>
      {queryBefore.error && !before && (
        <ErrorNotice error={queryBefore.error} onRetry={() => void queryBefore.refetch()} />
      )}
      {isNotKept && (
        <Notice tone="caution" title="No figures of the period before">
          Figures by {span} are kept for {daysKept[span]} days. Choose a shorter range
          {span === 'minute' && ', or hours'}.
        </Notice>
      )}
    </>
  );
}

/** Says from when the figures are: a tab that was offline shows old ones. */
const Now = ({ readAt }: { readonly readAt: number }) => (
  <>
    now (<AbsoluteTime at={serverTimeOf(readAt)} />)
  </>
);

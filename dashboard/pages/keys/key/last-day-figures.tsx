import { Link } from '@tanstack/react-router';
import type { UsageFigures } from '../../../api/api.ts';
import { Stat, Stats } from '../../../components/stat.tsx';
import { formatCount, formatMilliseconds, formatShare } from '../../../format/numbers.ts';
import { type Lag, lagText } from '../calls-to-come.ts';

type LastDayFiguresProps = {
  readonly keyId: string;
  /** ISO 8601. */
  readonly from: string;
  /** Undefined while it is not known. */
  readonly total: UsageFigures | undefined;
  /** Calls that the figures do not have. */
  readonly lag: Lag;
};

const none = '–';

/** The figures of a key's last 24 hours, with links to the calls. */
export function LastDayFigures({ keyId, from, total, lag }: LastDayFiguresProps) {
  const latency = total?.latency;
  return (
    <Stats>
      <Stat
        label="Calls, 24 hours"
        value={
          total ? (
            <Link to="/history" search={{ key: keyId, from }}>
              {formatCount(total.calls)}
            </Link>
          ) : (
            none
          )
        }
        hint={lagText(lag) ?? 'Errors included'}
      />
      <Stat
        label="Errors, 24 hours"
        value={
          total ? (
            <Link to="/history" search={{ key: keyId, outcome: 'error', from }}>
              {formatCount(total.errors)}
            </Link>
          ) : (
            none
          )
        }
        hint={total && total.calls > 0 ? `${formatShare(total.errors / total.calls)} of the calls` : '\u00a0'}
      />
      <Stat label="Median latency" value={latency ? formatMilliseconds(latency.p50) : none} hint="Of answered calls" />
      <Stat label="p95 latency" value={latency ? formatMilliseconds(latency.p95) : none} hint="Of answered calls" />
    </Stats>
  );
}

import { Link } from '@tanstack/react-router';
import type { Key, RecordedRequest, Usage } from '../../../api/api.ts';
import { useNetworks } from '../../../api/networks.ts';
import { useUsage } from '../../../api/usage.ts';
import { lastDayFrom, startOfToday } from '../../../api/usage-since.ts';
import { outcomeSeries } from '../../../charts/chart-series.ts';
import { TimeSeries } from '../../../charts/time-series.tsx';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { useNow } from '../../../components/time.tsx';
import { formatCounts } from '../../../format/columns.ts';
import { formatCount } from '../../../format/numbers.ts';
import { errorCauses } from '../../history/error-causes.ts';
import { historySearchOf } from '../../overview/hours-of-day.ts';
import { callsToCome, figuresSince, useFiguresInterval } from '../calls-to-come.ts';
import styles from './key-page.module.css';
import { LastDayFigures } from './last-day-figures.tsx';
import { useRecentRequests } from './recent-requests.tsx';

const clockTickMs = 30_000;
const chartHeight = 200;
const causesHeight = '1.75rem';
/** The chart, its legend and a row of causes. */
const loadingHeight = '18.5rem';

/** The calls of a key in the last 24 hours, with links to them. */
export function KeyUsage({ apiKey }: { readonly apiKey: Key }) {
  const { keyId } = apiKey;
  const now = useNow(clockTickMs);
  const from = lastDayFrom(now);
  const { intervalMs, follow } = useFiguresInterval();
  const query = useUsage({ keyId, from, span: 'hour' }, { intervalMs });
  const { data: recent } = useRecentRequests(keyId);
  const lag = follow(query.data ? newerCalls(query.data, apiKey, recent?.requests ?? [], startOfToday(now)) : 0);
  const { toCome } = lag;
  return (
    <>
      <LastDayFigures keyId={keyId} from={from} total={query.data?.total} lag={lag} />
      <Card
        title="Last 24 hours"
        description="Calls by hour and outcome. A call shows within half a minute; the last refusals of a burst with a later request."
        actions={
          <Link to="/usage" search={{ key: keyId }}>
            See the usage of this key
          </Link>
        }
      >
        <QueryState query={query} loading={<Skeleton height={loadingHeight} label="Loading the usage" />}>
          {(usage) =>
            usage.total.calls === 0 ? (
              <div className={styles.noCalls}>
                <EmptyState
                  title={toCome > 0 ? 'The first calls are being counted' : 'No calls in the last 24 hours'}
                />
              </div>
            ) : (
              <>
                <CallsByHour keyId={keyId} usage={usage} />
                <Causes keyId={keyId} from={from} usage={usage} toCome={toCome} />
              </>
            )
          }
        </QueryState>
      </Card>
    </>
  );
}

/** The calls that the page knows of beyond the figures: from the counter, or refused ones from the history. */
function newerCalls(usage: Usage, apiKey: Key, recent: readonly RecordedRequest[], today: string): number {
  const ofLastDay = recent.filter(({ at }) => Date.parse(at) >= Date.parse(usage.from));
  const seen = ofLastDay.flatMap(({ calls }) => calls).reduce((sum, { count }) => sum + count, 0);
  return Math.max(seen - usage.total.calls, callsToCome(figuresSince(today, usage.points), [apiKey]));
}

type UsageProps = { readonly keyId: string; readonly from: string; readonly usage: Usage };

const CallsByHour = ({ keyId, usage }: Omit<UsageProps, 'from'>) => (
  <TimeSeries
    label="Calls of this key by hour and outcome"
    at={usage.points.map(({ at }) => Date.parse(at))}
    span={usage.span}
    series={outcomeSeries(usage)}
    kind="stacked-bars"
    format={formatCounts}
    height={chartHeight}
    linkTo={(hour, outcome) => ({
      to: '/history',
      search: { ...historySearchOf(usage.from, hour, outcome), key: keyId },
    })}
  />
);

/** Why calls of the key did not succeed, with links to them. */
function Causes({ keyId, from, usage, toCome }: UsageProps & { readonly toCome: number }) {
  const { data: networks = [], isLoading } = useNetworks();
  // The names of a chain's error codes are longer than the codes, so they would move everything below.
  if (isLoading) return <Skeleton height={causesHeight} label="Loading the causes" />;
  const causes = errorCauses(usage, networks);
  if (causes.length === 0) {
    return <p className={styles.muted}>Every call {toCome > 0 && 'that is counted '}has succeeded.</p>;
  }
  return (
    <ul className={styles.causes}>
      {causes.map(({ id, label, tone, count, search }) => (
        <li key={id}>
          <Link to="/history" search={{ ...search, key: keyId, from }} className={styles.cause}>
            <Badge tone={tone}>{label}</Badge>
            <span>{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

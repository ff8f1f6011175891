import { Link } from '@tanstack/react-router';
import type { Usage } from '../../../api/api.ts';
import { useNetworks } from '../../../api/networks.ts';
import { useUsage } from '../../../api/usage.ts';
import { lastDayFrom } from '../../../api/usage-since.ts';
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
import styles from './key-page.module.css';
import { LastDayFigures } from './last-day-figures.tsx';

const intervalMs = 30_000;
const chartHeight = 200;
const causesHeight = '1.75rem';
/** The chart, its legend and a row of causes. */
const loadingHeight = '18.5rem';

/** The calls of a key in the last 24 hours, with links to them. */
export function KeyUsage({ keyId }: { readonly keyId: string }) {
  const from = lastDayFrom(useNow(intervalMs));
  const query = useUsage({ keyId, from, span: 'hour' }, { intervalMs });
  return (
    <>
      <LastDayFigures keyId={keyId} from={from} total={query.data?.total} />
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
                <EmptyState title="No calls in the last 24 hours" />
              </div>
            ) : (
              <>
                <CallsByHour keyId={keyId} usage={usage} />
                <Causes keyId={keyId} from={from} usage={usage} />
              </>
            )
          }
        </QueryState>
      </Card>
    </>
  );
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
function Causes({ keyId, from, usage }: UsageProps) {
  const { data: networks = [], isLoading } = useNetworks();
  // The names of a chain's error codes are longer than the codes, so they would move everything below.
  if (isLoading) return <Skeleton height={causesHeight} label="Loading the causes" />;
  const causes = errorCauses(usage, networks);
  if (causes.length === 0) return <p className={styles.muted}>Every call has succeeded.</p>;
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

import { Link } from '@tanstack/react-router';
import type { Key, Usage } from '../../api/api.ts';
import { Meter } from '../../components/meter.tsx';
import { Time } from '../../components/time.tsx';
import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import styles from './overview.module.css';

/** One key against its limits, with its errors and latency. */
export const KeyNow = ({ of: key, usage }: { readonly of: Key; readonly usage: Usage | undefined }) => (
  <li className={styles.key}>
    <div className={styles.name}>
      <Link to="/usage" search={{ key: key.keyId }}>
        {key.name}
      </Link>
      <span className={styles.used}>
        {key.lastUsedAt === null ? (
          'Never used'
        ) : (
          <>
            Used <Time at={key.lastUsedAt} />
          </>
        )}
      </span>
    </div>
    {key.calls ? (
      <>
        <Meter label="Today" value={key.calls.today} limit={key.limits.callsPerDay} />
        <Meter label="This second" value={key.calls.thisSecond} limit={key.limits.callsPerSecond} />
      </>
    ) : (
      <p className={styles.unknown}>Its counters cannot be read now.</p>
    )}
    <dl className={styles.figures}>
      <div>
        <dt>Errors</dt>
        <dd>{usage ? `${formatCount(usage.total.errors)} (${formatShare(errorRate(usage.total))})` : '…'}</dd>
      </div>
      <div>
        <dt>p95</dt>
        <dd>{usage ? (usage.total.latency ? formatMilliseconds(usage.total.latency.p95) : '–') : '…'}</dd>
      </div>
    </dl>
  </li>
);

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Key, Usage } from '../../api/api.ts';
import { type ReportRange, useUsageOfKeys } from '../../api/usage.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { Meter } from '../../components/meter.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import styles from './overview.module.css';
import { byCallsToday } from './today-totals.ts';

type KeyFiguresListProps = {
  readonly keys: readonly Key[];
  readonly range: Omit<ReportRange, 'keyId'>;
  /** The refetch interval of the 24-hour figures in milliseconds. */
  readonly intervalMs: number;
};

// Each key's figures need their own request.
const shownAtFirst = 8;

/** Each key with its limits and figures, the busiest first. */
export function KeyFiguresList({ keys, range, intervalMs }: KeyFiguresListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = byCallsToday(keys).slice(0, showsAll ? keys.length : shownAtFirst);
  const usages = useUsageOfKeys(
    shown.map(({ keyId }) => keyId),
    range,
    intervalMs,
  );
  return (
    <Card
      title="Keys"
      description="Each key has its own limits. Errors and latency are from the last 24 hours."
      actions={<LinkButton to="/keys">Manage keys</LinkButton>}
    >
      {keys.length === 0 && <EmptyState title="No active keys">Create a key to send requests.</EmptyState>}
      <ul className={styles.keys}>
        {shown.map((key, index) => (
          <KeyFigures key={key.keyId} apiKey={key} usage={usages[index]?.data} />
        ))}
      </ul>
      {shown.length < keys.length && (
        <div>
          <Button onPress={() => setShowsAll(true)}>Show all {keys.length} keys</Button>
        </div>
      )}
    </Card>
  );
}

/** A key with its usage of the limits, its errors and latency. */
const KeyFigures = ({ apiKey: key, usage }: { readonly apiKey: Key; readonly usage: Usage | undefined }) => (
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
            Used <RelativeTime at={key.lastUsedAt} />
          </>
        )}
      </span>
    </div>
    <KeyMeters apiKey={key} />
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

const KeyMeters = ({ apiKey: { calls, limits } }: { readonly apiKey: Key }) => {
  if (limits === null) return <p className={styles.unknown}>No active plan: requests are refused.</p>;
  if (calls === null) return <p className={styles.unknown}>The counters cannot be read now.</p>;
  return (
    <>
      <Meter label="Today" value={calls.today} limit={limits.callsPerDay} />
      <Meter label="This second" value={calls.thisSecond} limit={limits.callsPerSecond} />
    </>
  );
};

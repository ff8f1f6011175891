import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { Key, UsageByKey } from '../../api/api.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { Meter } from '../../components/meter.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { formatMilliseconds } from '../../format/numbers.ts';
import { callsToComeByKey } from '../keys/calls-to-come.ts';
import { CallsToday, Figure } from '../keys/calls-today.tsx';
import keyRows from '../keys/key-rows.module.css';
import { type KeyOfToday, keysOfToday } from './key-rows.ts';
import styles from './keys-card.module.css';

type KeysCardProps = {
  readonly from: string;
  readonly keys: readonly Key[];
  /** Undefined while it is not known. */
  readonly usage: UsageByKey | undefined;
  /** Whether calls are to come that the usage does not have yet. */
  readonly isBehind: boolean;
};

const shownAtFirst = 8;

/** How much each key has used of its quota, and its calls, errors and latency; the busiest first. */
export const KeysCard = memo(({ from, keys, usage, isBehind }: KeysCardProps) => {
  const [showsAll, setShowsAll] = useState(false);
  const rows = keysOfToday(keys, usage?.keys);
  const toCome = callsToComeByKey(keys, isBehind ? usage?.keys : undefined);
  const shown = showsAll ? rows : rows.slice(0, shownAtFirst);
  return (
    <Card
      title="Keys today"
      description="Refused calls, and calls without an answer of a node, do not count against a quota."
      actions={<LinkButton to="/keys">Manage keys</LinkButton>}
    >
      {rows.length === 0 && <EmptyState title="No active keys">Create a key to send requests.</EmptyState>}
      <ul className={`${keyRows.keys} ${styles.keys}`}>
        {shown.map((row) => (
          <KeyRow key={row.keyId} row={row} toCome={toCome.get(row.keyId) ?? 0} from={from} />
        ))}
      </ul>
      {shown.length < rows.length && (
        <div>
          <Button onPress={() => setShowsAll(true)}>Show all {rows.length} keys</Button>
        </div>
      )}
    </Card>
  );
});

type KeyRowProps = { readonly row: KeyOfToday; readonly toCome: number; readonly from: string };

const KeyRow = ({ row: { keyId, name, active, usage }, toCome, from }: KeyRowProps) => (
  <li className={`${keyRows.key} ${styles.key}`}>
    <div className={styles.name}>
      <Link to="/keys/$keyId" params={{ keyId }}>
        {name}
      </Link>
      <span className={styles.used}>{active ? <LastUse at={active.lastUsedAt} /> : 'Revoked'}</span>
    </div>
    <Quota active={active} />
    <CallsToday keyId={keyId} from={from} usage={usage} toCome={toCome} className={styles.figures}>
      <Figure name="p95">{usage?.latency && formatMilliseconds(usage.latency.p95)}</Figure>
    </CallsToday>
  </li>
);

const LastUse = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    'Never used'
  ) : (
    <>
      Used <RelativeTime at={at} />
    </>
  );

const Quota = ({ active }: { readonly active: Key | undefined }) => {
  if (!active) return <span />;
  const { calls, limits } = active;
  if (limits === null) return <p className={styles.unknown}>No active plan: requests are refused.</p>;
  if (calls === null) return <p className={styles.unknown}>The counters cannot be read now.</p>;
  return <Meter label="Counted against quota" value={calls.today} limit={limits.callsPerDay} />;
};

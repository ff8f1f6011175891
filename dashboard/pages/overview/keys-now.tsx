import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import { type UsageRange, useUsageOfKeys } from '../../api/usage.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { KeyNow } from './key-now.tsx';
import styles from './overview.module.css';
import { byCallsToday } from './today.ts';

export type KeysNowProps = {
  readonly keys: readonly Key[];
  readonly range: Omit<UsageRange, 'keyId'>;
  /** Milliseconds between two looks at the figures of 24 hours. */
  readonly every: number;
};

// Each key's figures are a request of their own.
const shownAtFirst = 8;

/** Each key against its own limits, the busiest first. */
export function KeysNow({ keys, range, every }: KeysNowProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = byCallsToday(keys).slice(0, showsAll ? keys.length : shownAtFirst);
  const usages = useUsageOfKeys(
    shown.map(({ keyId }) => keyId),
    range,
    every,
  );
  return (
    <Card
      title="Keys"
      description="Each key has limits of its own. Errors and latency are those of the last 24 hours."
      actions={<LinkButton to="/keys">Manage keys</LinkButton>}
    >
      {keys.length === 0 && <Empty title="No active keys">Make one to send requests.</Empty>}
      <ul className={styles.keys}>
        {shown.map((key, index) => (
          <KeyNow key={key.keyId} of={key} usage={usages[index]?.data} />
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

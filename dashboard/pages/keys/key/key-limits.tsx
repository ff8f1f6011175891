import type { Key } from '../../../api/api.ts';
import { Card } from '../../../components/card.tsx';
import { Meter } from '../../../components/meter.tsx';
import { useNow } from '../../../components/time.tsx';
import { formatClock, formatDuration } from '../../../format/times.ts';
import { LastUsed, StartingCalls } from '../key-facts.tsx';
import styles from './key-page.module.css';

const second = 1_000;

/** A key's limits and what it has used of them. */
export function KeyLimits({ apiKey }: { readonly apiKey: Key }) {
  const { calls, limits, state } = apiKey;
  const now = useNow(second);
  if (state === 'revoked') {
    return (
      <Card title="Limits">
        <p>Requests with this key are refused with the status 403. They do not count against any quota.</p>
        <Use apiKey={apiKey} />
      </Card>
    );
  }
  const end = calls && Date.parse(calls.resetsAt);
  return (
    <Card
      title="Limits"
      description={
        end && `The quota resets at ${formatClock(end)}, in ${formatDuration(Math.ceil((end - now) / second))}.`
      }
    >
      {limits === null && <p>Without an active plan, requests with this key are refused.</p>}
      {limits && calls === null && <p>The counters cannot be read now. Requests are not affected.</p>}
      {limits && calls && (
        <>
          <Meter label="Quota today" value={calls.today} limit={limits.callsPerDay} />
          <Meter label="Calls this second" value={calls.thisSecond} limit={limits.callsPerSecond} />
          <StartingCalls apiKey={apiKey} />
        </>
      )}
      <Use apiKey={apiKey} />
    </Card>
  );
}

const Use = ({ apiKey }: { readonly apiKey: Key }) => (
  <p className={styles.muted}>
    Last used: <LastUsed apiKey={apiKey} />
  </p>
);

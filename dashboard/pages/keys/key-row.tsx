import { useId } from 'react';
import { useAccount } from '../../api/account.ts';
import type { Key } from '../../api/api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Meter } from '../../components/meter.tsx';
import { RelativeTime, useNow } from '../../components/time.tsx';
import { formatCount } from '../../format/numbers.ts';
import { formatAbsolute, formatClock, formatCountdown } from '../../format/times.ts';
import type { KeyAction } from './key-form.tsx';
import { type ExpiringSecret, expiringSecret, keyState, newestSecret } from './key-state.ts';
import styles from './keys.module.css';

const tasks = [
  { task: 'rename', label: 'Rename' },
  { task: 'rotate', label: 'Rotate' },
  { task: 'revoke', label: 'Revoke' },
] as const;

/** An active key with its secrets, usage and actions. */
export function KeyRow({ apiKey, onAction }: { readonly apiKey: Key; readonly onAction: (action: KeyAction) => void }) {
  const name = useId();
  const { label, tone } = keyState(apiKey, useAccount().data);
  return (
    <li className={styles.key} aria-labelledby={name}>
      <div className={styles.head}>
        <h3 id={name} className={styles.name}>
          {apiKey.name}
        </h3>
        <Badge tone={tone}>{label}</Badge>
        <div className={styles.actions}>
          {tasks.map(({ task, label: text }) => (
            <Button
              key={task}
              size="small"
              variant={task === 'revoke' ? 'quiet' : 'secondary'}
              aria-label={`${text} ${apiKey.name}`}
              onPress={() => onAction({ task, key: apiKey })}
            >
              {text}
            </Button>
          ))}
        </div>
      </div>
      <div className={styles.body}>
        <dl className={styles.facts}>
          <KeySecrets apiKey={apiKey} />
          <div>
            <dt>Created</dt>
            <dd>
              <RelativeTime at={apiKey.createdAt} />
            </dd>
          </div>
          <div>
            <dt>Last used</dt>
            <dd>
              <LastUsed apiKey={apiKey} />
            </dd>
          </div>
        </dl>
        <KeyMeters apiKey={apiKey} />
      </div>
    </li>
  );
}

/** When a key was last used, which is unknown while the counters cannot be read. */
const LastUsed = ({ apiKey: { lastUsedAt, calls } }: { readonly apiKey: Key }) => {
  if (lastUsedAt !== null) return <RelativeTime at={lastUsedAt} />;
  if (calls === null) return 'Unknown';
  return calls.today > 0 ? 'In the last few minutes' : 'Never';
};

/** The first characters of a key's secrets, and how long an old secret keeps working. */
function KeySecrets({ apiKey }: { readonly apiKey: Key }) {
  const second = 1_000;
  const now = useNow(second);
  const old = expiringSecret(apiKey, now);
  return (
    <div>
      <dt>Secret</dt>
      <dd>
        <code>{newestSecret(apiKey)?.firstCharacters}…</code>
      </dd>
      {old && <OldSecretExpiry secret={old} now={now} />}
    </div>
  );
}

const OldSecretExpiry = ({
  secret: { firstCharacters, expiresAt },
  now,
}: {
  readonly secret: ExpiringSecret;
  readonly now: number;
}) => (
  <dd className={styles.ending}>
    Old secret <code>{firstCharacters}…</code> expires in{' '}
    <time dateTime={expiresAt} title={formatAbsolute(Date.parse(expiresAt))}>
      {formatCountdown(Date.parse(expiresAt) - now)}
    </time>
  </dd>
);

/** A key's usage of its limits, today and this second. */
function KeyMeters({ apiKey: key }: { readonly apiKey: Key }) {
  const { calls, limits } = key;
  if (limits === null) return <p className={styles.unknown}>Without an active plan, requests are refused.</p>;
  if (calls === null) {
    return (
      <p className={styles.unknown}>
        The counters cannot be read now. Requests are not affected. This page will try again.
      </p>
    );
  }
  return (
    <div className={styles.meters}>
      <Meter label="Calls today" value={calls.today} limit={limits.callsPerDay} />
      <Meter label="Calls this second" value={calls.thisSecond} limit={limits.callsPerSecond} />
      <StartingCalls apiKey={key} />
    </div>
  );
}

/** Says why a key's quota for today is smaller than its plan's. */
export const StartingCalls = ({ apiKey: { startedWith } }: { readonly apiKey: Pick<Key, 'startedWith'> }) =>
  startedWith && (
    <p className={styles.muted}>
      Today’s quota is reduced by the {formatCount(startedWith.calls)} calls of a key revoked today. The full quota
      applies from {formatClock(Date.parse(startedWith.until))}.
    </p>
  );

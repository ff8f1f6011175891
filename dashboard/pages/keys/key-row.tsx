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

/** A key that works: what it is, what it has done, and what can be done with it. */
export function KeyRow({ of, onAsk }: { readonly of: Key; readonly onAsk: (asked: KeyAction) => void }) {
  const name = useId();
  const { label, tone } = keyState(of, useAccount().data);
  return (
    <li className={styles.key} aria-labelledby={name}>
      <div className={styles.head}>
        <h3 id={name} className={styles.name}>
          {of.name}
        </h3>
        <Badge tone={tone}>{label}</Badge>
        <div className={styles.actions}>
          {tasks.map(({ task, label: text }) => (
            <Button
              key={task}
              size="small"
              variant={task === 'revoke' ? 'quiet' : 'secondary'}
              aria-label={`${text} ${of.name}`}
              onPress={() => onAsk({ task, key: of })}
            >
              {text}
            </Button>
          ))}
        </div>
      </div>
      <div className={styles.body}>
        <dl className={styles.facts}>
          <KeySecrets of={of} />
          <div>
            <dt>Created</dt>
            <dd>
              <RelativeTime at={of.createdAt} />
            </dd>
          </div>
          <div>
            <dt>Last used</dt>
            <dd>
              <LastUsed of={of} />
            </dd>
          </div>
        </dl>
        <KeyMeters of={of} />
      </div>
    </li>
  );
}

/** When a key was last used. Where the counters cannot be read, neither can this. */
const LastUsed = ({ of: { lastUsedAt, calls } }: { readonly of: Key }) => {
  if (lastUsedAt !== null) return <RelativeTime at={lastUsedAt} />;
  if (calls === null) return 'Not known now';
  return calls.today > 0 ? 'In the last minutes' : 'Never';
};

/** The first characters of a key's secrets; of one that was rotated, how long it still works. */
export function KeySecrets({ of }: { readonly of: Key }) {
  const second = 1_000;
  const now = useNow(second);
  const old = expiringSecret(of, now);
  return (
    <div>
      <dt>Secret</dt>
      <dd>
        <code>{newestSecret(of)?.firstCharacters}…</code>
      </dd>
      {old && <Ending of={old} now={now} />}
    </div>
  );
}

const Ending = ({ of: { firstCharacters, expiresAt }, now }: { readonly of: ExpiringSecret; readonly now: number }) => (
  <dd className={styles.ending}>
    old <code>{firstCharacters}…</code> stops in{' '}
    <time dateTime={expiresAt} title={formatAbsolute(Date.parse(expiresAt))}>
      {formatCountdown(Date.parse(expiresAt) - now)}
    </time>
  </dd>
);

/** Where a key stands in its limits: today and in this second. */
export function KeyMeters({ of: key }: { readonly of: Key }) {
  const { calls, limits } = key;
  if (calls === null) {
    return (
      <p className={styles.unknown}>
        Its calls cannot be counted here now. Requests are not affected; this page keeps looking.
      </p>
    );
  }
  return (
    <div className={styles.meters}>
      <Meter label="Calls today" value={calls.today} limit={limits.callsPerDay} />
      <Meter label="Calls this second" value={calls.thisSecond} limit={limits.callsPerSecond} />
      <StartingCalls of={key} />
    </div>
  );
}

/** Why a key's quota of today is smaller than its plan's; nothing where it is not. */
export const StartingCalls = ({ of: { startedWith } }: { readonly of: Pick<Key, 'startedWith'> }) =>
  startedWith && (
    <p className={styles.muted}>
      Starts with the {formatCount(startedWith.calls)} calls of the key revoked today. Its full quota begins at{' '}
      {formatClock(Date.parse(startedWith.until))}.
    </p>
  );

import type { Key } from '../../api/api.ts';
import { Meter } from '../../components/meter.tsx';
import { RelativeTime, useNow } from '../../components/time.tsx';
import { formatCount } from '../../format/numbers.ts';
import { formatAbsolute, formatClock, formatCountdown } from '../../format/times.ts';
import { expiringSecret } from './key-state.ts';
import styles from './keys.module.css';

/** When a key was last used, which is unknown while the counters cannot be read. */
export const LastUsed = ({ apiKey: { lastUsedAt, calls } }: { readonly apiKey: Key }) => {
  if (lastUsedAt !== null) return <RelativeTime at={lastUsedAt} />;
  return calls === null ? 'Unknown' : 'Never';
};

/** The first characters of a key's newest secret that works; nothing for a revoked key. */
export const SecretStart = ({ apiKey }: { readonly apiKey: Pick<Key, 'secrets'> }) => {
  const [secret] = apiKey.secrets;
  return secret && <code title="The first characters of its secret">{secret.firstCharacters}…</code>;
};

/** How long an old secret keeps working; nothing without one. */
export function OldSecretExpiry({ apiKey }: { readonly apiKey: Pick<Key, 'secrets'> }) {
  const second = 1_000;
  const now = useNow(second);
  const old = expiringSecret(apiKey, now);
  if (!old) return null;
  const end = Date.parse(old.expiresAt);
  return (
    <p className={styles.ending}>
      Old secret <code>{old.firstCharacters}…</code> expires in{' '}
      <time dateTime={old.expiresAt} title={formatAbsolute(end)}>
        {formatCountdown(end - now)}
      </time>
    </p>
  );
}

/** A key's calls against its daily quota. */
export function KeyQuota({ apiKey: { calls, limits } }: { readonly apiKey: Pick<Key, 'calls' | 'limits'> }) {
  if (limits === null) return <p className={styles.muted}>Without an active plan, requests are refused.</p>;
  if (calls === null)
    return <p className={styles.muted}>The counters cannot be read now. Requests are not affected.</p>;
  return <Meter label="Quota today" value={calls.today} limit={limits.callsPerDay} />;
}

/** Says why a key's quota for today is smaller than its plan's. */
export const StartingCalls = ({ apiKey: { startedWith } }: { readonly apiKey: Pick<Key, 'startedWith'> }) =>
  startedWith && (
    <p className={styles.muted}>
      Today’s quota is reduced by {formatCount(startedWith.calls)} calls: those of a key revoked today, or of the time
      before your plan had this key. The full quota applies from {formatClock(Date.parse(startedWith.until))}.
    </p>
  );

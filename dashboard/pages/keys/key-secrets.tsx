import type { Key } from '../../api/api.ts';
import { formatAbsolute, formatCountdown } from '../../format/times.ts';
import { useNow } from '../../format/use-now.ts';
import styles from './keys.module.css';
import { newestSecret, type OldSecret, oldSecret } from './secrets.ts';

/** The first characters of a key's secrets; of one that was rotated, how long it still works. */
export function KeySecrets({ of }: { readonly of: Key }) {
  const second = 1_000;
  const now = useNow(second);
  const old = oldSecret(of, now);
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

const Ending = ({ of: { firstCharacters, expiresAt }, now }: { readonly of: OldSecret; readonly now: number }) => (
  <dd className={styles.ending}>
    old <code>{firstCharacters}…</code> stops in{' '}
    <time dateTime={expiresAt} title={formatAbsolute(Date.parse(expiresAt))}>
      {formatCountdown(Date.parse(expiresAt) - now)}
    </time>
  </dd>
);

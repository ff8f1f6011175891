import type { Key } from '../../../api/api.ts';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { AbsoluteTime, useNow } from '../../../components/time.tsx';
import { formatCountdown } from '../../../format/times.ts';
import styles from './key-page.module.css';

const second = 1_000;

/** The secrets of a key that work, and until when. */
export function KeySecrets({ apiKey: { secrets } }: { readonly apiKey: Pick<Key, 'secrets'> }) {
  const now = useNow(second);
  const working = secrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
  return (
    <Card title="Secrets" description="Only their first characters are stored. To get a new secret, rotate the key.">
      {working.length === 0 && <p>No secret of this key works any more.</p>}
      <ul className={styles.secrets}>
        {working.map(({ firstCharacters, expiresAt }) => (
          <li key={firstCharacters + expiresAt} className={styles.secret}>
            <code>{firstCharacters}…</code>
            {expiresAt === null ? (
              <Badge tone="good">Works</Badge>
            ) : (
              <>
                <Badge tone="caution">Expires in {formatCountdown(Date.parse(expiresAt) - now)}</Badge>
                <span className={styles.muted}>
                  Works until <AbsoluteTime at={expiresAt} />
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

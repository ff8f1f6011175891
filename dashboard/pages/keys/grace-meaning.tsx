import { Moment } from '../../components/time.tsx';
import { useNow } from '../../format/use-now.ts';
import { formatHours } from './grace.ts';
import styles from './keys.module.css';

const minute = 60_000;
const hour = 60 * minute;

/** What a grace of so many hours means for the services that use the secret so far. */
export function GraceMeaning({ secret, hours }: { readonly secret: string | undefined; readonly hours: number }) {
  const now = useNow(minute);
  return (
    <p role="status" className={styles.muted}>
      <code>{secret}…</code>{' '}
      {hours === 0 ? (
        'is refused from the next request on. Choose this when it may have leaked.'
      ) : (
        <>
          works for {formatHours(hours)} more, until about <Moment at={now + hours * hour} />. From then on it is
          refused.
        </>
      )}
    </p>
  );
}

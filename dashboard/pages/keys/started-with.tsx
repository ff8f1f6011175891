import type { Key } from '../../api/api.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatClock } from '../../format/times.ts';
import styles from './keys.module.css';

/** Why a key's quota of today is smaller than its plan's; nothing where it is not. */
export const StartedWith = ({ of: { startedWith } }: { readonly of: Pick<Key, 'startedWith'> }) =>
  startedWith && (
    <p className={styles.muted}>
      Starts with the {formatCount(startedWith.calls)} calls of the key revoked today. Its full quota begins at{' '}
      {formatClock(Date.parse(startedWith.until))}.
    </p>
  );

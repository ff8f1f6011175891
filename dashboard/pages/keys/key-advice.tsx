import { KeyRound, RefreshCw, ShieldAlert } from 'lucide-react';
import { useAccount } from '../../api/account.ts';
import { Card } from '../../components/card.tsx';
import { formatCount } from '../../format/numbers.ts';
import styles from './keys.module.css';

/** What to know about keys, for an account with few of them. */
export function KeyAdvice() {
  const limits = useAccount().data?.plan?.limits;
  return (
    <Card title="Good to know">
      <ul className={styles.advice}>
        <li>
          <KeyRound size={20} aria-hidden="true" />
          <div>
            <h3>One key for each service</h3>
            <p>
              Then one service cannot use up the calls of another
              {limits && ` (${formatCount(limits.callsPerDay)} a day for each key)`}, and usage and history show which
              one makes which calls.
            </p>
          </div>
        </li>
        <li>
          <RefreshCw size={20} aria-hidden="true" />
          <div>
            <h3>Rotate without an outage</h3>
            <p>
              A rotated key has a new secret, and the old one keeps working for as long as you choose, up to 7 days.
              Update your services meanwhile.
            </p>
          </div>
        </li>
        <li>
          <ShieldAlert size={20} aria-hidden="true" />
          <div>
            <h3>If a secret has leaked</h3>
            <p>
              Rotate the key without a grace period: the old secret is refused with the next request. The key keeps its
              name, limits and history.
            </p>
          </div>
        </li>
      </ul>
    </Card>
  );
}

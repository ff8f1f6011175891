import { Check, CircleAlert } from 'lucide-react';
import { formatCount } from '../../format/numbers.ts';
import styles from './plan.module.css';
import type { PlanFit } from './plan-use.ts';

/** Whether a plan is large enough for what the account uses today. */
export function PlanFitNote({ fit: { excessKeys, overQuota, isKnown } }: { readonly fit: PlanFit }) {
  if (excessKeys === 0 && overQuota.length === 0) {
    return (
      <p className={styles.fit}>
        <Check size={16} aria-hidden="true" className={styles.fits} />
        {isKnown ? 'Fits your keys and today’s calls.' : 'Fits your keys. Today’s calls are not known now.'}
      </p>
    );
  }
  const [busiest] = overQuota;
  return (
    <>
      {excessKeys > 0 && (
        <p className={styles.fit}>
          <CircleAlert size={16} aria-hidden="true" className={styles.tooSmall} />
          {excessKeys === 1 ? 'You have 1 key too many.' : `You have ${excessKeys} keys too many.`}
        </p>
      )}
      {busiest && (
        <p className={styles.fit}>
          <CircleAlert size={16} aria-hidden="true" className={styles.tooSmall} />“{busiest.name}” has used{' '}
          {formatCount(busiest.today)} calls today.
        </p>
      )}
    </>
  );
}

import type { Plan } from '../../api/api.ts';
import { planTitle } from '../../format/words.ts';
import { useService } from '../../service.ts';
import styles from './plan.module.css';

/** Whom to ask for a plan that customers cannot choose themselves, as the service takes no payments. */
export function AskOperator({ plan }: { readonly plan: Plan }) {
  const { support } = useService();
  if (support === undefined) return <p className={styles.hint}>Ask the operator for this plan.</p>;
  return (
    <p className={styles.hint}>
      <a href={support} aria-label={`Ask support for ${planTitle(plan)}`}>
        Ask support
      </a>{' '}
      for this plan.
    </p>
  );
}

import { Link } from '@tanstack/react-router';
import type { RecordedRequest } from '../../../api/api.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { outcomeView } from '../../../format/outcomes.ts';
import { outcomeAdvice } from './outcome-advice.ts';
import styles from './request-explanation.module.css';

/** What happened to a request, and what to do. */
export function RequestExplanation({ request: { outcome } }: { readonly request: RecordedRequest }) {
  const advice = outcomeAdvice(outcome);
  return (
    <section className={styles.explanation} aria-label="What happened">
      <OutcomeBadge outcome={outcome} />
      <p>{outcomeView(outcome).meaning}</p>
      {advice && (
        <p>
          <strong>What to do:</strong> {advice.text}{' '}
          {advice.page && <Link to={advice.page.to}>{advice.page.label}</Link>}
        </p>
      )}
    </section>
  );
}

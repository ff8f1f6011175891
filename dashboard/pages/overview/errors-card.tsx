import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, CircleAlert, OctagonX } from 'lucide-react';
import { memo } from 'react';
import type { NetworkStatus, Usage } from '../../api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { formatCount } from '../../format/numbers.ts';
import { type ErrorCause, errorCauses } from '../history/error-causes.ts';
import styles from './errors-card.module.css';

type ErrorsCardProps = {
  readonly from: string;
  readonly usage: Pick<Usage, 'total' | 'byNetwork'>;
  readonly networks: readonly NetworkStatus[] | undefined;
  /** Calls that the figures do not have yet. */
  readonly toCome: number;
};

const mostShown = 6;

/** What is wrong: why calls did not succeed today, with links to those calls. */
export const ErrorsCard = memo(({ from, usage, networks = [], toCome }: ErrorsCardProps) => {
  const causes = errorCauses(usage, networks);
  return (
    <Card
      title="Errors today"
      actions={causes.length > mostShown && <LinkButton to="/usage">See all {causes.length} causes</LinkButton>}
    >
      {causes.length === 0 ? (
        <p className={styles.none}>
          <Check size={18} aria-hidden="true" />
          {noErrorsText(usage.total.calls, toCome)}
        </p>
      ) : (
        <ul className={styles.causes}>
          {causes.slice(0, mostShown).map((cause) => (
            <li key={cause.id}>
              <Link to="/history" search={{ ...cause.search, from }} className={styles.cause}>
                <CauseName cause={cause} />
                <span className={styles.count}>
                  {formatCount(cause.count)} {cause.count === 1 ? 'call' : 'calls'}
                  <ChevronRight size={16} aria-hidden="true" />
                </span>
                {cause.meaning && <span className={styles.meaning}>{cause.meaning}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
});

function noErrorsText(calls: number, toCome: number): string {
  if (calls === 0) return toCome > 0 ? 'Your first calls are being counted.' : 'No calls today, so no errors.';
  return toCome > 0 ? 'Every call that is counted has succeeded today.' : 'Every call has succeeded today.';
}

/** Icon and colour say whether it is up to the caller or the service. */
function CauseName({ cause: { tone, label } }: { readonly cause: ErrorCause }) {
  const Icon = tone === 'bad' ? OctagonX : CircleAlert;
  return (
    <span className={`${styles.label} ${tone === 'bad' ? styles.bad : styles.caution}`}>
      <Icon size={16} aria-hidden="true" />
      {label}
    </span>
  );
}

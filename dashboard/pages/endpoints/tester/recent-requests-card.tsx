import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { RelativeTime } from '../../../components/time.tsx';
import { formatMilliseconds } from '../../../format/numbers.ts';
import { methodsText, statusWords } from './answer-summary.ts';
import styles from './recent-requests.module.css';
import type { RecentRequest } from './recent-requests.ts';

type RecentRequestsProps = {
  readonly requests: readonly RecentRequest[];
  readonly onRestore: (request: RecentRequest) => void;
  readonly onClear: () => void;
};

/** The last requests of this browser, to send them again. */
export const RecentRequestsCard = ({ requests, onRestore, onClear }: RecentRequestsProps) => (
  <Card
    title="Recent requests"
    description="Kept in this browser until you sign out, also after your session expires. Without secrets and responses."
    actions={
      requests.length > 0 && (
        <Button size="small" onPress={onClear}>
          Clear
        </Button>
      )
    }
  >
    {requests.length === 0 ? (
      <p className={styles.none}>Requests that you send appear here.</p>
    ) : (
      <ul className={styles.list}>
        {requests.map((request) => (
          <RecentRequestRow key={`${request.at} ${request.body}`} request={request} onRestore={onRestore} />
        ))}
      </ul>
    )}
  </Card>
);

type RowProps = { readonly request: RecentRequest; readonly onRestore: (request: RecentRequest) => void };

/** What was sent, how it ended, and when. */
function RecentRequestRow({ request, onRestore }: RowProps) {
  const { at, network, calls, status, ms, requestId, keyId } = request;
  const what = methodsText(calls);
  return (
    <li className={styles.row}>
      <code className={styles.what}>{what}</code>
      <span>{network}</span>
      <Badge tone={toneOf(status)}>{status === undefined ? 'No response' : statusWords(status)}</Badge>
      <span className={styles.time}>{ms === undefined ? '' : formatMilliseconds(ms)}</span>
      <span className={styles.muted}>
        <RelativeTime at={at} />
      </span>
      <span className={styles.actions}>
        {requestId !== undefined && keyId !== undefined && (
          <Link
            to="/history"
            search={{ key: keyId, request: requestId }}
            aria-label={`Details of ${what} in the history`}
          >
            History
          </Link>
        )}
        <Button size="small" onPress={() => onRestore(request)} aria-label={`Restore ${what} on ${network}`}>
          <RotateCcw size={14} aria-hidden="true" />
          Restore
        </Button>
      </span>
    </li>
  );
}

function toneOf(status: number | undefined): 'good' | 'caution' | 'bad' | 'neutral' {
  if (status === undefined) return 'neutral';
  if (status < 400) return 'good';
  return status < 500 ? 'caution' : 'bad';
}

import { Link } from '@tanstack/react-router';
import type { RecordedRequest } from '../../../api/api.ts';
import { useLatestRequests } from '../../../api/requests.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { LinkButton } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { Table } from '../../../components/table.tsx';
import { RelativeTime } from '../../../components/time.tsx';
import { formatMilliseconds } from '../../../format/numbers.ts';
import { noMethodText } from '../../history/request-summary.ts';
import styles from './key-page.module.css';

const shown = 8;
const intervalMs = 10_000;

export const useRecentRequests = (keyId: string) => useLatestRequests({ keys: [keyId] }, shown, intervalMs);

/** The newest requests of a key. */
export const RecentRequests = ({ keyId }: { readonly keyId: string }) => (
  <Card
    title="Recent requests"
    actions={
      <Link to="/history" search={{ key: keyId }}>
        See all requests of this key
      </Link>
    }
  >
    <QueryState query={useRecentRequests(keyId)} loading={<Skeleton height="20rem" label="Loading requests" />}>
      {({ requests }) => (requests.length === 0 ? <NoRequests /> : <Requests requests={requests} />)}
    </QueryState>
  </Card>
);

const NoRequests = () => (
  <EmptyState title="No requests yet" action={<LinkButton to="/endpoints">Open the request tester</LinkButton>}>
    Requests with this key show here as soon as they are made, for as long as your plan keeps them.
  </EmptyState>
);

const Requests = ({ requests }: { readonly requests: readonly RecordedRequest[] }) => (
  <Table label="List of recent requests">
    <thead>
      <tr>
        <th scope="col">Method</th>
        <th scope="col">Network</th>
        <th scope="col">Outcome</th>
        <th scope="col" data-align="end">
          Duration
        </th>
        <th scope="col" data-align="end">
          Time
        </th>
      </tr>
    </thead>
    <tbody>
      {requests.map(({ requestId, keyId, calls, network, outcome, durationMs, at }) => (
        <tr key={requestId}>
          <th scope="row">
            <Link to="/history" search={{ key: keyId, request: requestId }} className={styles.method}>
              <code>{methodText(calls, outcome)}</code>
            </Link>
          </th>
          <td>{network}</td>
          <td>
            <OutcomeBadge outcome={outcome} />
          </td>
          <td data-align="end">{formatMilliseconds(durationMs)}</td>
          <td data-align="end">
            <RelativeTime at={at} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

/** The first method of a request, and how many calls follow it. */
function methodText(calls: RecordedRequest['calls'], outcome: string): string {
  const others = calls.reduce((sum, { count }) => sum + count, 0) - 1;
  const first = calls[0]?.method ?? noMethodText(outcome);
  return others > 0 ? `${first} +${others}` : first;
}

import { Link } from '@tanstack/react-router';
import type { Key } from '../../api/api.ts';
import { ApiError } from '../../api/api-errors.ts';
import type { RequestFilter } from '../../api/requests.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { Notice } from '../../components/notice.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import { formatDays } from '../../format/times.ts';
import { countFilters, noFilter, useHistorySearch } from './history-search.ts';

/** The account has never had a key. */
export const NoKeys = () => (
  <Card>
    <EmptyState
      title="No keys yet"
      action={
        <LinkButton to="/keys" variant="primary">
          Create a key
        </LinkButton>
      }
    >
      Each key has a history of its own. Create one, and the requests you send with it show here.
    </EmptyState>
  </Card>
);

/** The address names a key that the account does not have. */
export const UnknownKey = () => (
  <Card>
    <EmptyState
      title="Your account has no such key"
      action={
        <LinkButton to="/history" search={{}} variant="primary">
          Show the key used last
        </LinkButton>
      }
    >
      The address names a key that is not yours, or it has a typing error in it.
    </EmptyState>
  </Card>
);

/** The range of time holds nothing. */
export const ReversedRange = () => (
  <Card>
    <EmptyState title="The range ends before it begins">Choose an “Until” that is later than “From”.</EmptyState>
  </Card>
);

export type NoRequestsProps = { readonly chosen: Key; readonly filter: RequestFilter; readonly historyDays: number };

/** Why there is nothing in a history that has been read to its end. */
export function NoRequests({ chosen, filter, historyDays }: NoRequestsProps) {
  const { choose } = useHistorySearch();
  if (countFilters(filter) > 0) {
    return (
      <EmptyState title="No request fits" action={<Button onPress={() => choose(noFilter)}>Clear filters</Button>}>
        None of the last {formatDays(historyDays)}, which is what your plan keeps, is as the filters want it.
      </EmptyState>
    );
  }
  const kept = `Your plan keeps requests for ${formatDays(historyDays)}.`;
  if (chosen.state === 'revoked')
    return <EmptyState title={`No requests in the last ${formatDays(historyDays)}`}>{kept}</EmptyState>;
  return (
    <EmptyState
      title={
        chosen.lastUsedAt === null
          ? 'This key has not been used yet'
          : `No requests in the last ${formatDays(historyDays)}`
      }
      action={
        <LinkButton to="/endpoints" variant="primary">
          Try a request
        </LinkButton>
      }
    >
      What you send with it shows here as it comes in. {kept}
    </EmptyState>
  );
}

/** Whether the range asked for begins before the plan's history does. */
export const isBeyondRetention = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'beyond-retention';

/** Says how far back the plan reaches, and leads to what there is. */
export function BeyondRetention({ error, historyDays }: { readonly error: ApiError; readonly historyDays: number }) {
  const { search, choose } = useHistorySearch();
  const since = error.problem?.since;
  const isAllOver = since !== undefined && search.to !== undefined && Date.parse(search.to) <= Date.parse(since);
  const inside = { from: undefined, ...(isAllOver && { to: undefined }) };
  return (
    <Card>
      <Notice
        tone="caution"
        title="That is further back than your plan keeps"
        actions={<Button onPress={() => choose(inside)}>Show what is kept</Button>}
      >
        Your plan keeps requests for {formatDays(historyDays)}
        {since !== undefined && (
          <>
            : since <AbsoluteTime at={since} />
          </>
        )}
        . What is older is hidden. <Link to="/plan">See the plans</Link>
      </Notice>
    </Card>
  );
}

import { Link } from '@tanstack/react-router';
import { type ApiError, isApiError } from '../../api/api-errors.ts';
import type { RequestFilter } from '../../api/requests.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { Notice } from '../../components/notice.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import { formatDays } from '../../format/times.ts';
import { isNarrowed, noFilter } from './history-search.ts';
import type { KnownKeys } from './known-keys.ts';
import { useHistorySearch } from './use-history-search.ts';

/** Whether the URL has the id of a key that the account does not have. */
export const isUnknownKey = (error: Error | null): boolean => isApiError(error, 'key_not_found');

export const UnknownKey = () => (
  <Card>
    <EmptyState
      title="Key not found"
      action={
        <LinkButton to="/history" search={{}} variant="primary">
          Show all keys
        </LinkButton>
      }
    >
      Your account has no key with an ID in the URL. Check the URL for typos.
    </EmptyState>
  </Card>
);

/** The range ends before it starts. */
export const ReversedRange = () => (
  <Card>
    <EmptyState title="The range ends before it starts">Choose a “To” that is later than “From”.</EmptyState>
  </Card>
);

type NoRequestsProps = {
  readonly keys: KnownKeys;
  readonly filter: RequestFilter;
  readonly historyDays: number;
};

/** Says why a history that was read to its end has no requests. */
export function NoRequests({ keys, filter, historyDays }: NoRequestsProps) {
  const { choose } = useHistorySearch();
  if (keys.isComplete && keys.all.length === 0) return <NoKeys />;
  if (isNarrowed(filter)) {
    return (
      <EmptyState title="No matching requests" action={<Button onPress={() => choose(noFilter)}>Clear filters</Button>}>
        No request of the last {formatDays(historyDays)} matches the filters. Older requests are not kept.
      </EmptyState>
    );
  }
  const chosen = filter.keys.map(keys.find).filter((key) => key !== undefined);
  const isUnused = chosen.length > 0 && chosen.every(({ lastUsedAt }) => lastUsedAt === null);
  return (
    <EmptyState
      title={isUnused ? notUsed(chosen.length) : `No requests in the last ${formatDays(historyDays)}`}
      action={
        <LinkButton to="/endpoints" variant="primary">
          Send a request
        </LinkButton>
      }
    >
      Requests show here as they come in. Requests are kept for {formatDays(historyDays)}.
    </EmptyState>
  );
}

const notUsed = (keys: number): string =>
  keys === 1 ? 'This key has not been used yet' : 'These keys have not been used yet';

/** The account has never had a key. */
const NoKeys = () => (
  <EmptyState
    title="No keys yet"
    action={
      <LinkButton to="/keys" variant="primary">
        Create key
      </LinkButton>
    }
  >
    Create a key, and its requests will show here.
  </EmptyState>
);

/** Whether the requested range starts before the plan's history. */
export const isBeyondRetention = (error: Error | null): error is ApiError => isApiError(error, 'beyond_retention');

/** Says how far back the plan's history goes, with a button to show that part. */
export function BeyondRetention({ error, historyDays }: { readonly error: ApiError; readonly historyDays: number }) {
  const { search, choose } = useHistorySearch();
  const historyFrom = error.problem?.historyFrom;
  const isAllExpired =
    historyFrom !== undefined && search.to !== undefined && Date.parse(search.to) <= Date.parse(historyFrom);
  const inside = { from: undefined, ...(isAllExpired && { to: undefined }) };
  return (
    <Card>
      <Notice
        tone="caution"
        title="This range starts before your history"
        actions={<Button onPress={() => choose(inside)}>Show available history</Button>}
      >
        Requests are kept for {formatDays(historyDays)}
        {historyFrom !== undefined && (
          <>
            : since <AbsoluteTime at={historyFrom} />
          </>
        )}
        . Older requests are hidden. <Link to="/plan">See plans</Link>
      </Notice>
    </Card>
  );
}

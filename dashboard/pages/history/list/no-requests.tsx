import type { Key } from '../../../api/api.ts';
import type { RequestFilter } from '../../../api/requests.ts';
import { Button } from '../../../components/button.tsx';
import { Empty } from '../../../components/empty.tsx';
import { LinkButton } from '../../../components/link-button.tsx';
import { formatDays } from '../days.ts';
import { countFilters, noFilter } from '../filter.ts';
import { useHistorySearch } from '../use-history-search.ts';

export type NoRequestsProps = { readonly chosen: Key; readonly filter: RequestFilter; readonly historyDays: number };

/** Why there is nothing in a history that has been read to its end. */
export function NoRequests({ chosen, filter, historyDays }: NoRequestsProps) {
  const { choose } = useHistorySearch();
  if (countFilters(filter) > 0) {
    return (
      <Empty title="No request fits" action={<Button onPress={() => choose(noFilter)}>Clear filters</Button>}>
        None of the last {formatDays(historyDays)}, which is what your plan keeps, is as the filters want it.
      </Empty>
    );
  }
  const kept = `Your plan keeps requests for ${formatDays(historyDays)}.`;
  if (chosen.state === 'revoked')
    return <Empty title={`No requests in the last ${formatDays(historyDays)}`}>{kept}</Empty>;
  return (
    <Empty
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
    </Empty>
  );
}

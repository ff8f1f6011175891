import type { Endpoint } from '../../../api/api.ts';
import { useRequest } from '../../../api/requests.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { parseRequestId, requestTime } from '../finder/request-id.ts';
import { RequestNotFound } from '../finder/request-not-found.tsx';
import type { KnownKeys } from '../known-keys.ts';
import { RequestFacts } from './request-facts.tsx';

export type RequestInfoProps = {
  readonly requestId: string;
  readonly keys: KnownKeys;
  readonly endpoints: readonly Endpoint[];
  readonly historyDays: number;
};

/** Shows the request with the id in the URL, whether the list has it or not. */
export function RequestInfo(props: RequestInfoProps) {
  const parsed = parseRequestId(props.requestId);
  if ('requestId' in parsed) return <FoundRequest {...props} requestId={parsed.requestId} />;
  return (
    <Notice tone="caution" title="The URL has no valid request ID">
      {parsed.problem}
    </Notice>
  );
}

function FoundRequest({ requestId, keys, endpoints, historyDays }: RequestInfoProps) {
  const query = useRequest(requestId, requestTime(requestId));
  return (
    <QueryState query={query} loading={<Skeleton height="28rem" label="Loading the request" />}>
      {(request) =>
        request ? (
          <RequestFacts request={request} keys={keys} endpoints={endpoints} />
        ) : (
          <RequestNotFound
            requestId={requestId}
            historyDays={historyDays}
            actions={
              <Button size="small" isPending={query.isFetching} onPress={() => void query.refetch()}>
                Look again
              </Button>
            }
          />
        )
      }
    </QueryState>
  );
}

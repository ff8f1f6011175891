import type { Key } from '../../../api/api.ts';
import { ApiError } from '../../../api/api-errors.ts';
import { useFindRequest, useRequest } from '../../../api/requests.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice, Notice } from '../../../components/notice.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { RequestNotFound } from '../finder/request-finder.tsx';
import { parseRequestId } from '../finder/request-id.ts';
import { useHistorySearch } from '../history-search.ts';
import { searchOrder } from '../key-choice.ts';
import { RequestFacts } from './request-facts.tsx';

export type RequestInfoProps = {
  readonly keys: readonly Key[];
  readonly chosen: Key;
  readonly requestId: string;
  readonly historyDays: number;
};

/** Loads and shows a request, whether the list has it or not. */
export function RequestInfo(props: RequestInfoProps) {
  const { chosen, requestId } = props;
  const parsed = parseRequestId(requestId);
  const query = useRequest(chosen.keyId, requestId, { isEnabled: 'requestId' in parsed });
  if ('problem' in parsed) {
    return (
      <Notice tone="caution" title="The URL has no valid request ID">
        {parsed.problem}
      </Notice>
    );
  }
  if (query.error instanceof ApiError && query.error.status === 404)
    return <SearchOtherKeys key={requestId} {...props} />;
  return (
    <QueryState query={query} loading={<Skeleton height="28rem" label="Loading the request" />}>
      {(request) => <RequestFacts request={request} usedKey={chosen} />}
    </QueryState>
  );
}

/** The key does not have the request; offers to search the other keys. */
function SearchOtherKeys({ keys, chosen, requestId, historyDays }: RequestInfoProps) {
  const { open } = useHistorySearch();
  const find = useFindRequest();
  const search = () =>
    find.mutate(
      { requestId, keyIds: searchOrder(keys, chosen).slice(1) },
      { onSuccess: (request) => request && open(request.requestId, request.keyId) },
    );
  const isNowhere = find.data === null;
  return (
    <>
      <RequestNotFound
        requestId={requestId}
        historyDays={historyDays}
        title={
          isNowhere ? 'None of your keys has a request with this ID' : `“${chosen.name}” has no request with this ID`
        }
      />
      {find.error && <ErrorNotice error={find.error} />}
      {!isNowhere && (
        <div>
          <Button onPress={search} isPending={find.isPending}>
            Search your other keys
          </Button>
        </div>
      )}
    </>
  );
}

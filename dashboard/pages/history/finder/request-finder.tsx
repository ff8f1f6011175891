import { type FormEvent, useState } from 'react';
import type { Key } from '../../../api/api.ts';
import { useFindRequest } from '../../../api/requests.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice, Notice } from '../../../components/notice.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { AbsoluteTime, useNow } from '../../../components/time.tsx';
import { formatDays } from '../../../format/times.ts';
import { useHistorySearch } from '../history-search.ts';
import { searchOrder } from '../key-choice.ts';
import styles from './request-finder.module.css';
import { parseRequestId, requestTime } from './request-id.ts';

export type RequestFinderProps = { readonly keys: readonly Key[]; readonly chosen: Key; readonly historyDays: number };

/** Opens the request of an id: of the chosen key, or whichever other key of the account it was made with. */
export function RequestFinder({ keys, chosen, historyDays }: RequestFinderProps) {
  const { open } = useHistorySearch();
  const find = useFindRequest();
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const read = parseRequestId(text);
  const fault = 'fault' in read && text.trim() !== '' && (isAsked || !read.isTooShort) ? read.fault : undefined;
  const change = (typed: string) => {
    setText(typed);
    setAsked(false);
    find.reset();
  };
  const search = () => {
    setAsked(true);
    if ('fault' in read || find.isPending) return;
    const sought = { requestId: read.requestId, keyIds: searchOrder(keys, chosen) };
    find.mutate(sought, { onSuccess: (request) => request && open(request.requestId, request.keyId) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <search className={styles.finder}>
      <form onSubmit={submit} className={styles.form}>
        <TextField
          label="Find a request by its id"
          placeholder="X-Request-Id"
          value={text}
          onChange={change}
          errorMessage={fault}
          autoComplete="off"
          spellCheck="false"
          monospace
          action={
            <Button type="submit" isPending={find.isPending} isDisabled={text.trim() === ''}>
              Find
            </Button>
          }
        />
      </form>
      {find.error && <ErrorNotice error={find.error} onRetry={search} />}
      {find.data === null && find.variables && (
        <RequestNotFound
          requestId={find.variables.requestId}
          historyDays={historyDays}
          title="No key of yours has a request of this id"
        />
      )}
    </search>
  );
}

const dayMs = 86_400_000;
const refreshed = 60_000;

export type RequestNotFoundProps = {
  readonly requestId: string;
  readonly historyDays: number;
  readonly title: string;
};

/** Why a request of that id may not be there: the id itself says when it came in. */
export function RequestNotFound({ requestId, historyDays, title }: RequestNotFoundProps) {
  const now = useNow(refreshed);
  const at = requestTime(requestId);
  const isOver = at < now - historyDays * dayMs;
  return (
    <Notice tone="caution" title={title}>
      By its id it came in on <AbsoluteTime at={at} />.{' '}
      {isOver
        ? `Your plan keeps requests for ${formatDays(historyDays)}: it is gone.`
        : 'A request shows once it has been answered; wait a moment, or check the id.'}
    </Notice>
  );
}

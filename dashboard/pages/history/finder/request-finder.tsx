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

type RequestFinderProps = { readonly keys: readonly Key[]; readonly chosen: Key; readonly historyDays: number };

/** Opens a request by its id, in the history of the chosen key or any other key of the account. */
export function RequestFinder({ keys, chosen, historyDays }: RequestFinderProps) {
  const { open } = useHistorySearch();
  const find = useFindRequest();
  const [text, setText] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const parsed = parseRequestId(text);
  const problem =
    'problem' in parsed && text.trim() !== '' && (isSubmitted || !parsed.isTooShort) ? parsed.problem : undefined;
  const change = (typed: string) => {
    setText(typed);
    setSubmitted(false);
    find.reset();
  };
  const search = () => {
    setSubmitted(true);
    if ('problem' in parsed || find.isPending) return;
    const query = { requestId: parsed.requestId, keyIds: searchOrder(keys, chosen) };
    find.mutate(query, { onSuccess: (request) => request && open(request.requestId, request.keyId) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <search className={styles.finder}>
      <form onSubmit={submit} className={styles.form}>
        <TextField
          label="Find a request by its ID"
          placeholder="X-Request-Id"
          value={text}
          onChange={change}
          errorMessage={problem}
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
          title="None of your keys has a request with this ID"
        />
      )}
    </search>
  );
}

const dayMs = 86_400_000;
const refreshed = 60_000;

type RequestNotFoundProps = {
  readonly requestId: string;
  readonly historyDays: number;
  readonly title: string;
};

/** Says why a request may be missing. The id contains the time of the request. */
export function RequestNotFound({ requestId, historyDays, title }: RequestNotFoundProps) {
  const now = useNow(refreshed);
  const at = requestTime(requestId);
  const isExpired = at < now - historyDays * dayMs;
  return (
    <Notice tone="caution" title={title}>
      This ID was issued on <AbsoluteTime at={at} />.{' '}
      {isExpired
        ? `Requests are kept for ${formatDays(historyDays)}, so this one is gone.`
        : 'A request shows once it has been answered. Wait a moment, or check the ID.'}
    </Notice>
  );
}

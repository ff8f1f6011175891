import { type FormEvent, useState } from 'react';
import type { Key } from '../../../api/api.ts';
import { useFindRequest } from '../../../api/requests.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { searchOrder } from '../key-choice.ts';
import { useHistorySearch } from '../use-history-search.ts';
import { NotFound } from './not-found.tsx';
import styles from './request-finder.module.css';
import { readRequestId } from './request-id.ts';

export type RequestFinderProps = { readonly keys: readonly Key[]; readonly chosen: Key; readonly historyDays: number };

/** Opens the request of an id: of the chosen key, or whichever other key of the account it was made with. */
export function RequestFinder({ keys, chosen, historyDays }: RequestFinderProps) {
  const { open } = useHistorySearch();
  const find = useFindRequest();
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const read = readRequestId(text);
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
        <NotFound
          requestId={find.variables.requestId}
          historyDays={historyDays}
          title="No key of yours has a request of this id"
        />
      )}
    </search>
  );
}

import { type FormEvent, useState } from 'react';
import { useFindRequest } from '../../../api/requests.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/notice.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useHistorySearch } from '../use-history-search.ts';
import styles from './request-finder.module.css';
import { parseRequestId, requestTime } from './request-id.ts';
import { RequestNotFound } from './request-not-found.tsx';

/** Opens a request by its id, whichever key it was made with. */
export function RequestFinder({ historyDays }: { readonly historyDays: number }) {
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
    const { requestId } = parsed;
    find.mutate(
      { requestId, at: requestTime(requestId) },
      { onSuccess: (request) => request && open(request.requestId) },
    );
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
        <RequestNotFound requestId={find.variables.requestId} historyDays={historyDays} />
      )}
    </search>
  );
}

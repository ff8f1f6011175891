import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/api.ts';
import { largestPage, listRequests, type RequestFilter, type RequestPage } from '../../../api/requests.ts';
import { Button } from '../../../components/button.tsx';
import { useSubmit } from '../../../components/submit-form.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { reloadForNewRelease } from '../../../layout/new-release.ts';
import { countOlder, knownMatches, matchesText, type OlderMatches } from './known-matches.ts';
import styles from './list-head.module.css';

type MatchCountProps = { readonly filter: RequestFilter; readonly pages: readonly RequestPage[] };

/** How many requests match: what the list has read, and below it what a press on “Count all” reads. */
export function MatchCount({ filter, pages }: MatchCountProps) {
  const { count, isPending, hasFailed, older } = useCount(filter);
  const known = knownMatches(pages, older);
  const text = matchesText(known, filter);
  const below = pages.at(-1)?.nextCursor;
  if (known.count === 0 && known.isExact) return null;
  const start = older && pages.some(({ nextCursor }) => nextCursor === older.below) ? older : undefined;
  return (
    <>
      <span className={styles.note}>{text}</span>
      <VisuallyHidden role="status">{older && !isPending ? text : ''}</VisuallyHidden>
      {hasFailed && <span className={styles.note}>Counting failed</span>}
      {!known.isExact && below && (
        <Button
          size="small"
          variant="quiet"
          isPending={isPending}
          onPress={() => count(start ?? { below, count: 0, next: below })}
        >
          {isPending ? 'Counting…' : start ? 'Count on' : 'Count all'}
        </Button>
      )}
    </>
  );
}

/** Leaving the list ends the count. */
function useCount(filter: RequestFilter) {
  const api = useApi();
  const [older, setOlder] = useState<OlderMatches>();
  const { submit, isPending, error } = useSubmit();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  useEffect(() => {
    // The button that had the focus is gone.
    if (older?.next === null && document.activeElement === document.body) document.getElementById('requests')?.focus();
  }, [older]);
  const countFrom = async (start: OlderMatches) => {
    control.current = new AbortController();
    const { signal } = control.current;
    const { retryingReads, wait } = await import('../../../export/retrying-reads.ts').catch(reloadForNewRelease);
    const retrying = retryingReads(signal, wait);
    const read = (cursor: string) =>
      retrying(() => listRequests(api, { ...filter, cursor, limit: largestPage }, signal));
    setOlder(await countOlder(read, start));
  };
  return {
    count: (start: OlderMatches) => submit(() => countFrom(start)),
    isPending,
    hasFailed: error !== null && !isPending,
    older,
  };
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useActivity } from '../../api/activity.ts';
import { isApiError } from '../../api/api-errors.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { Select } from '../../components/select.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import { useKnownKeys } from '../history/known-keys.ts';
import styles from './activity.module.css';
import { ActivityExport } from './activity-export.tsx';
import { ActivityList } from './activity-list.tsx';

/** The changes of the account, its plan and its keys, and its payments, newest first; or those of one key. */
export function ActivityPage() {
  const { key: keyId } = useSearch({ from: '/framed/signed-in/activity' });
  const query = useActivity({ keyId });
  // A failed next page is reported at the end of the list instead.
  const first = { ...query, error: query.isFetchNextPageError ? null : query.error };
  return (
    <Page
      title="Activity"
      description="Changes to your account, plan and keys, and your payments, newest first. Sign-ins are not recorded."
    >
      <Card>
        <div className={styles.toolbar}>
          <KeyFilter keyId={keyId} />
          <ActivityExport keyId={keyId} />
        </div>
        {isApiError(query.error, 'key_not_found') ? (
          <UnknownKey />
        ) : (
          <QueryState query={first} loading={<Skeleton height="30rem" label="Loading activity" />}>
            {({ pages }) => (
              <>
                <ActivityList rows={pages.flatMap(({ activity }) => activity)} ofKey={keyId !== undefined} />
                <ListEnd query={query} start={pages.at(-1)?.activityFrom} />
              </>
            )}
          </QueryState>
        )}
      </Card>
    </Page>
  );
}

const everything = 'all';

/** Limits the list to one key; nothing if the account has no keys. */
function KeyFilter({ keyId }: { readonly keyId: string | undefined }) {
  const navigate = useNavigate();
  const { all, isComplete, nameOf, find } = useKnownKeys();
  // While keys load it keeps its place.
  if (isComplete && all.length === 0 && keyId === undefined) return null;
  const listed = keyId === undefined || find(keyId) ? all : [...all, { keyId }];
  const choices = [
    { value: everything, label: 'All changes' },
    ...listed.map((key) => ({ value: key.keyId, label: nameOf(key.keyId) })),
  ];
  const choose = (chosen: string) =>
    void navigate({ to: '/activity', search: chosen === everything ? {} : { key: chosen }, resetScroll: false });
  return (
    <div className={styles.filter}>
      <Select label="Show" choices={choices} value={keyId ?? everything} onChange={choose} />
    </div>
  );
}

const UnknownKey = () => (
  <EmptyState title="Your account has no such key" action={<LinkButton to="/activity">Show all changes</LinkButton>} />
);

type ListEndProps = {
  readonly query: ReturnType<typeof useActivity>;
  /** The start of the activity that can be read, ISO 8601. */
  readonly start: string | undefined;
};

/** A button for older activity, or where it ends. */
function ListEnd({ query, start }: ListEndProps) {
  const { hasNextPage, fetchNextPage, isFetchingNextPage, error, isFetchNextPageError } = query;
  const loadMore = () => void fetchNextPage();
  if (isFetchNextPageError && error && !isFetchingNextPage) return <ErrorNotice error={error} onRetry={loadMore} />;
  return (
    <div className={styles.end}>
      {hasNextPage ? (
        <Button onPress={loadMore} isPending={isFetchingNextPage}>
          Show more
        </Button>
      ) : (
        <p role="status">
          {start !== undefined && (
            <>
              This is all since <AbsoluteTime at={start} />.
            </>
          )}
        </p>
      )}
    </div>
  );
}

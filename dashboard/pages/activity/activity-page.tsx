import { type ActivityPage as LoadedPage, useActivity } from '../../api/activity.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import styles from './activity.module.css';
import { ActivityRow } from './activity-row.tsx';

/** The changes of the account, its plan and its keys, and its payments, newest first. */
export function ActivityPage() {
  const query = useActivity();
  // A failed next page is reported at the end of the list instead.
  const first = { ...query, error: query.isFetchNextPageError ? null : query.error };
  return (
    <Page
      title="Activity"
      description="Changes to your account, plan and keys, and your payments, newest first. Sign-ins and the set-up of two-factor authentication are not recorded."
    >
      <Card>
        <QueryState query={first} loading={<Skeleton height="30rem" label="Loading activity" />}>
          {({ pages }) => (
            <>
              <ActivityList pages={pages} />
              <ListEnd query={query} start={pages.at(-1)?.activityFrom} />
            </>
          )}
        </QueryState>
      </Card>
    </Page>
  );
}

function ActivityList({ pages }: { readonly pages: readonly LoadedPage[] }) {
  const rows = pages.flatMap(({ activity }) => activity);
  if (rows.length === 0) return <EmptyState title="No activity yet">Changes show here as they are made.</EmptyState>;
  return (
    <ul className={styles.rows}>
      {rows.map((activity) => (
        <ActivityRow key={activity.activityId} activity={activity} />
      ))}
    </ul>
  );
}

type ListEndProps = {
  readonly query: ReturnType<typeof useActivity>;
  /** The start of the activity that can be read, ISO 8601. */
  readonly start: string | undefined;
};

/** A button for older activity, or where it ends. */
function ListEnd({
  query: { hasNextPage, fetchNextPage, isFetchingNextPage, error, isFetchNextPageError },
  start,
}: ListEndProps) {
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

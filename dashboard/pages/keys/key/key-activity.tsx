import { Link } from '@tanstack/react-router';
import { useActivity } from '../../../api/activity.ts';
import { Card } from '../../../components/card.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { ActivityList } from '../../activity/activity-list.tsx';
import styles from './key-page.module.css';

const shown = 5;

/** The newest changes of a key. */
export const KeyActivity = ({ keyId }: { readonly keyId: string }) => (
  <Card
    title="Activity"
    description="Who changed this key, and from where."
    actions={
      <Link to="/activity" search={{ key: keyId }}>
        See all activity of this key
      </Link>
    }
  >
    <QueryState
      query={useActivity({ keyId, limit: shown })}
      loading={<Skeleton height="12rem" label="Loading activity" />}
    >
      {({ pages: [page] }) =>
        // An empty page with a next one means that only other keys were changed lately.
        page?.activity.length === 0 && page.nextCursor !== null ? (
          <p className={styles.muted}>This key has no changes among the newest of your account.</p>
        ) : (
          <ActivityList rows={page?.activity ?? []} ofKey />
        )
      }
    </QueryState>
  </Card>
);

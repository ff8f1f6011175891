import { Link } from '@tanstack/react-router';
import { type Activity, useActivity } from '../../api/activity.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { actionText } from '../activity/activity-text.ts';
import styles from './account.module.css';

const shown = 4;

/** The newest changes of the account, so that a change by somebody else is noticed. */
export const RecentActivityCard = () => (
  <Card
    title="Recent activity"
    description="If you did not make one of these changes, change your password and sign out everywhere."
    actions={<LinkButton to="/activity">See all</LinkButton>}
  >
    <QueryState query={useActivity({ limit: shown })} loading={<Skeleton height="7.5rem" label="Loading activity" />}>
      {({ pages: [newest] }) => <ActivityList activity={newest?.activity ?? []} />}
    </QueryState>
  </Card>
);

const ActivityList = ({ activity }: { readonly activity: readonly Activity[] }) =>
  activity.length === 0 ? (
    <p className={styles.when}>No activity yet.</p>
  ) : (
    <ul className={styles.activity}>
      {activity.map((one) => (
        <li key={one.activityId}>
          <span>
            {actionText(one)}{' '}
            {one.keyId !== null && (
              <Link to="/keys/$keyId" params={{ keyId: one.keyId }}>
                {one.keyName ?? one.keyId}
              </Link>
            )}
          </span>
          <span className={styles.when}>
            <RelativeTime at={one.at} />
          </span>
        </li>
      ))}
    </ul>
  );

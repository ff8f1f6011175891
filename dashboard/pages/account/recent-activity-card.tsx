import { useActivity } from '../../api/activity.ts';
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
      {({ pages: [newest] }) => (
        <ul className={styles.activity}>
          {newest?.activity.map((activity) => (
            <li key={activity.activityId}>
              <span>
                {actionText(activity)} {activity.keyName}
              </span>
              <span className={styles.when}>
                <RelativeTime at={activity.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  </Card>
);

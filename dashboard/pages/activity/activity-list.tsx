import { useId } from 'react';
import type { Activity } from '../../api/activity.ts';
import { EmptyState } from '../../components/empty.tsx';
import { useNow } from '../../components/time.tsx';
import { minuteMs } from '../../format/durations.ts';
import { useTimeZone } from '../../format/time-zone.ts';
import styles from './activity.module.css';
import { activityDays } from './activity-days.ts';
import { ActivityRow } from './activity-row.tsx';

type ActivityListProps = {
  /** Newest first. */
  readonly rows: readonly Activity[];
  /** Whether they are the changes of one key, so that no row has to name it. */
  readonly ofKey?: boolean;
};

/** Changes by day. */
export function ActivityList({ rows, ofKey = false }: ActivityListProps) {
  const days = activityDays(rows, useTimeZone(), useNow(minuteMs));
  if (rows.length === 0) return <EmptyState title="No activity">Changes show here as they are made.</EmptyState>;
  return (
    <div className={styles.days}>
      {days.map(({ day, rows: ofDay }) => (
        <Day key={day} day={day} rows={ofDay} ofKey={ofKey} />
      ))}
    </div>
  );
}

function Day({ day, rows, ofKey = false }: ActivityListProps & { readonly day: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.day}>
        {day}
      </h3>
      <ul className={styles.rows}>
        {rows.map((activity) => (
          <ActivityRow key={activity.activityId} activity={activity} ofKey={ofKey} />
        ))}
      </ul>
    </section>
  );
}

import { Link } from '@tanstack/react-router';
import type { Activity } from '../../api/activity.ts';
import { RelativeTime } from '../../components/time.tsx';
import { useTimeZone } from '../../format/time-zone.ts';
import { formatClock } from '../../format/times.ts';
import styles from './activity.module.css';
import { ActivityIcon } from './activity-icon.tsx';
import { actionText, actorText, changeTexts } from './activity-text.ts';
import { clientName } from './client-name.ts';

type ActivityRowProps = { readonly activity: Activity; readonly ofKey: boolean };

/** One change: what, of which key, by whom, from where and when. */
export const ActivityRow = ({ activity, ofKey }: ActivityRowProps) => (
  <li className={styles.row}>
    <ActivityIcon action={activity.action} />
    <div>
      <strong>{actionText(activity)}</strong> {!ofKey && <KeyLink activity={activity} />}
      {changeTexts(activity).map((text) => (
        <p key={text} className={styles.muted}>
          {text}
        </p>
      ))}
    </div>
    <div>
      <p>{actorText(activity)}</p>
      <Origin activity={activity} />
    </div>
    <div className={styles.when}>
      <p>{formatClock(Date.parse(activity.at), useTimeZone())}</p>
      <p className={styles.muted}>
        <RelativeTime at={activity.at} />
      </p>
    </div>
  </li>
);

/** Leads to the key. */
const KeyLink = ({ activity: { keyId, keyName } }: { readonly activity: Activity }) =>
  keyId !== null && (
    <Link to="/keys/$keyId" params={{ keyId }} className={styles.key}>
      {keyName ?? keyId}
    </Link>
  );

/** The network address and the client, as far as they are known. */
function Origin({ activity: { address, client } }: { readonly activity: Activity }) {
  if (address === null && client === null) return null;
  return (
    <p className={styles.muted}>
      {address !== null && <code>{address}</code>}
      {client !== null && <span title={client}> {clientName(client)}</span>}
    </p>
  );
}

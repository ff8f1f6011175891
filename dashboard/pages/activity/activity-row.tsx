import { Link } from '@tanstack/react-router';
import type { Activity } from '../../api/activity.ts';
import { AbsoluteTime, RelativeTime } from '../../components/time.tsx';
import styles from './activity.module.css';
import { actionText, actorText, changeTexts } from './activity-text.ts';
import { clientName } from './client-name.ts';

/** One change: what, of which key, by whom, from where and when. */
export const ActivityRow = ({ activity }: { readonly activity: Activity }) => (
  <li className={styles.row}>
    <div>
      <strong>{actionText(activity)}</strong> <KeyLink activity={activity} />
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
      <RelativeTime at={activity.at} />
      <p className={styles.muted}>
        <AbsoluteTime at={activity.at} />
      </p>
    </div>
  </li>
);

/** Leads to the key's history. */
const KeyLink = ({ activity: { keyId, keyName } }: { readonly activity: Activity }) =>
  keyId !== null && (
    <Link to="/history" search={{ key: keyId }} className={styles.key}>
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

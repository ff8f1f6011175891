import type { PublicNetwork } from '../../../src/status-page/status-file.ts';
import { formatDate } from '../../format/times.ts';
import styles from './status.module.css';
import { historyDays, minutesText } from './status-history.ts';

/** A bar for each day. The tables beside it have the figures. */
export function DayStrip({ network }: { readonly network: PublicNetwork }) {
  const days = historyDays(network);
  if (days.length === 0) return null;
  const bad = days.filter(({ downMinutes }) => downMinutes > 0).length;
  const label = `${days.length} days of ${network.network}, ${bad} with an interruption`;
  return (
    <div className={styles.strip} role="img" aria-label={label}>
      {days.map(({ date, state, downMinutes }) => (
        <span key={date} data-state={state} title={titleOf(date, state, downMinutes)} />
      ))}
    </div>
  );
}

const titleOf = (date: number, state: string, downMinutes: number): string =>
  `${formatDate(date, 'UTC')}: ${state === 'unwatched' ? 'not watched' : `down ${minutesText(downMinutes)}`}`;

import { formatMilliseconds } from '../../../format/numbers.ts';
import { splitDuration } from '../request-summary.ts';
import styles from './duration-bar.module.css';

type DurationBarProps = { readonly durationMs: number; readonly upstreamMs: number | null };

/** The duration of a request, and how much of it was spent waiting for a node. */
export function DurationBar({ durationMs, upstreamMs }: DurationBarProps) {
  const split = splitDuration(durationMs, upstreamMs);
  if (!split) {
    return (
      <>
        {formatMilliseconds(durationMs)}
        <p className={styles.parts}>No node was called.</p>
      </>
    );
  }
  return (
    <>
      {formatMilliseconds(durationMs)}
      <div className={styles.bar} aria-hidden="true">
        <div className={styles.gateway} style={{ flexGrow: split.gatewayMs }} />
        <div className={styles.node} style={{ flexGrow: split.nodeMs }} />
      </div>
      <p className={styles.parts}>
        <span className={styles.gatewayName}>Gateway {formatMilliseconds(split.gatewayMs)}</span>
        <span className={styles.nodeName}>Node {formatMilliseconds(split.nodeMs)}</span>
      </p>
      <p className={styles.parts}>The check of the key and the way between you and the gateway are not included.</p>
    </>
  );
}

import { formatMilliseconds } from '../../../format/numbers.ts';
import { splitDuration } from '../request-summary.ts';
import styles from './duration-bar.module.css';

export type DurationBarProps = { readonly durationMs: number; readonly upstreamMs: number | null };

/** How long a request took, and which part of it was waiting for a node. */
export function DurationBar({ durationMs, upstreamMs }: DurationBarProps) {
  const split = splitDuration(durationMs, upstreamMs);
  if (!split) {
    return (
      <>
        {formatMilliseconds(durationMs)}
        <p className={styles.parts}>No node was asked.</p>
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
    </>
  );
}

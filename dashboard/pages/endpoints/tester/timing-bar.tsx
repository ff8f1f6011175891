import { formatMilliseconds } from '../../../format/numbers.ts';
import type { TimingPart } from './server-timing.ts';
import styles from './timing-bar.module.css';

type TimingBarProps = { readonly parts: readonly TimingPart[]; readonly totalMs: number };

const labels = { network: 'Network', gateway: 'Gateway', node: 'Node' } as const;

/** Where the time of a response went: a bar, and the same in words. */
export const TimingBar = ({ parts, totalMs }: TimingBarProps) => (
  <div className={styles.timing}>
    <div className={styles.bar} aria-hidden="true">
      {parts.map(({ name, ms }) => (
        <div key={name} className={styles[name]} style={{ flexGrow: ms }} />
      ))}
    </div>
    <dl className={styles.parts} aria-label={`Time until the whole response: ${formatMilliseconds(totalMs)}`}>
      {parts.map(({ name, ms }) => (
        <div key={name}>
          <dt>
            <span className={`${styles.swatch} ${styles[name]}`} aria-hidden="true" />
            {labels[name]}
          </dt>
          <dd>{formatMilliseconds(ms)}</dd>
        </div>
      ))}
    </dl>
  </div>
);

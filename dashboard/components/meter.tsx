import { useId } from 'react';
import { formatCount, nearlyFull } from '../format/numbers.ts';
import styles from './meter.module.css';

type MeterProps = { readonly label: string; readonly value: number; readonly limit: number };

const full = 1;

/** How much of a limit is used, in numbers and as a bar. */
export function Meter({ label, value, limit }: MeterProps) {
  const id = useId();
  const share = limit === 0 ? full : Math.min(full, value / limit);
  const tone = share >= full ? styles.full : share >= nearlyFull ? styles.nearlyFull : '';
  const text = `${formatCount(value)} of ${formatCount(limit)}`;
  return (
    // The same role and values as <meter>, which cannot be styled in every browser.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      role="meter"
      aria-labelledby={id}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={Math.max(limit, value)}
      aria-valuetext={text}
      className={styles.meter}
    >
      <div className={styles.header}>
        <span id={id}>{label}</span>
        <span className={styles.value}>{text}</span>
      </div>
      <div className={styles.track}>
        <div className={`${styles.fill} ${tone}`} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

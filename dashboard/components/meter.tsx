import { Meter as AriaMeter, Label } from 'react-aria-components';
import { formatCount } from '../format/numbers.ts';
import styles from './meter.module.css';

type MeterProps = { readonly label: string; readonly value: number; readonly limit: number };

const full = 1;
const nearlyFull = 0.8;

/** How much of a limit is used, in numbers and as a bar. */
export function Meter({ label, value, limit }: MeterProps) {
  const share = limit === 0 ? full : Math.min(full, value / limit);
  const tone = share >= full ? styles.full : share >= nearlyFull ? styles.nearlyFull : '';
  const text = `${formatCount(value)} of ${formatCount(limit)}`;
  return (
    <AriaMeter value={value} maxValue={Math.max(limit, value)} valueLabel={text} className={styles.meter}>
      <div className={styles.header}>
        <Label>{label}</Label>
        <span className={styles.value}>{text}</span>
      </div>
      <div className={styles.track}>
        <div className={`${styles.fill} ${tone}`} style={{ width: `${share * 100}%` }} />
      </div>
    </AriaMeter>
  );
}

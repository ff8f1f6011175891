import { Meter } from '../../../components/meter.tsx';
import { formatCountdown } from '../../../format/times.ts';
import styles from './answer.module.css';
import type { LimitWindow } from './limit-headers.ts';

const names: Readonly<Record<string, string>> = { second: 'Calls this second', day: 'Calls today (UTC)' };

/** What the answer's headers say of the key's limits, as they stood when it was answered. */
export function LimitMeters({ windows }: { readonly windows: readonly LimitWindow[] }) {
  if (windows.length === 0) return null;
  return (
    <div className={styles.meters}>
      {windows.map(({ name, limit, remaining, resetsIn }) => (
        <Meter
          key={name}
          label={`${names[name] ?? name}, full again in ${formatCountdown(resetsIn * 1_000)}`}
          value={limit - remaining}
          limit={limit}
        />
      ))}
    </div>
  );
}

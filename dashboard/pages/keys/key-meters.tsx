import type { Key } from '../../api/api.ts';
import { Meter } from '../../components/meter.tsx';
import styles from './keys.module.css';
import { StartedWith } from './started-with.tsx';

/** Where a key stands in its limits: today and in this second. */
export function KeyMeters({ of: key }: { readonly of: Key }) {
  const { calls, limits } = key;
  if (calls === null) {
    return (
      <p className={styles.unknown}>
        Its calls cannot be counted here now. Requests are not affected; this page keeps looking.
      </p>
    );
  }
  return (
    <div className={styles.meters}>
      <Meter label="Calls today" value={calls.today} limit={limits.callsPerDay} />
      <Meter label="Calls this second" value={calls.thisSecond} limit={limits.callsPerSecond} />
      <StartedWith of={key} />
    </div>
  );
}

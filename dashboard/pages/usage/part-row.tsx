import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import type { Part } from './breakdown.ts';
import styles from './usage.module.css';

export type PartRowProps = {
  readonly part: Part;
  /** All calls of the range. */
  readonly ofCalls: number;
  readonly latencyNames: readonly string[];
};

/** A method's or a network's figures. */
export function PartRow({ part, ofCalls, latencyNames }: PartRowProps) {
  const { name, calls, errors, latencies } = part;
  const share = ofCalls === 0 ? 0 : calls / ofCalls;
  return (
    <tr>
      <th scope="row">{names[name] ?? name}</th>
      <td className={styles.share}>
        <div aria-hidden="true" className={styles.track}>
          <div className={styles.bar} style={{ width: `${share * 100}%` }} />
        </div>
        {formatShare(share)}
      </td>
      <td data-align="end">{formatCount(calls)}</td>
      <td data-align="end">{formatCount(errors)}</td>
      <td data-align="end">{formatShare(errorRate(part))}</td>
      {latencyNames.map((latencyName, index) => (
        <td key={latencyName} data-align="end">
          {formatLatency(latencies[index])}
        </td>
      ))}
    </tr>
  );
}

const formatLatency = (milliseconds: number | null | undefined): string =>
  milliseconds === undefined || milliseconds === null ? '–' : formatMilliseconds(milliseconds);

/** What the tallies call calls without a method of the chain. */
const names: Readonly<Record<string, string>> = { other: 'Unknown methods', none: 'No method readable' };

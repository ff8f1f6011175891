import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import type { Part } from './breakdown.ts';
import styles from './usage.module.css';

/** A method's or a network's figures; `ofCalls` are all calls of the range. */
export function PartRow({ part, ofCalls }: { readonly part: Part; readonly ofCalls: number }) {
  const { name, calls, errors, latency } = part;
  const share = ofCalls === 0 ? 0 : calls / ofCalls;
  const percentiles = [latency?.p50, latency?.p95, latency?.p99];
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
      {percentiles.map((milliseconds, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never change places
        <td key={index} data-align="end">
          {milliseconds === undefined ? '–' : formatMilliseconds(milliseconds)}
        </td>
      ))}
    </tr>
  );
}

/** What the tallies call calls without a method of the chain. */
const names: Readonly<Record<string, string>> = { other: 'Unknown methods', none: 'No method readable' };

import type { Usage } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { download } from '../../components/download.ts';
import { Table } from '../../components/table.tsx';
import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import { type LatencyColumns, topParts, type UsagePart } from './top-parts.ts';
import styles from './usage.module.css';
import { csvName, csvType } from './usage-csv.ts';

export type UsageBreakdownProps<T> = {
  readonly title: string;
  readonly kind: 'method' | 'network';
  readonly byName: Readonly<Record<string, T>>;
  readonly latency: LatencyColumns<T>;
  readonly toCsv: (byName: Readonly<Record<string, T>>) => string;
  readonly usage: Usage;
};

const columns = ['Calls', 'Errors', 'Error rate'];

/** What the calls of the range were made of, most first. */
export function UsageBreakdown<T extends Pick<UsagePart, 'calls' | 'errors'>>(props: UsageBreakdownProps<T>) {
  const { title, kind, byName, latency, toCsv, usage } = props;
  const { top, rest } = topParts(byName, latency);
  const save = () => download(toCsv(byName), csvName(kind, usage), csvType);
  const rows = rest ? [...top, rest] : top;
  return (
    <Card
      title={title}
      actions={
        <Button size="small" onPress={save} aria-label={`Export CSV, ${title.toLowerCase()}`}>
          Export CSV
        </Button>
      }
    >
      <Table label={`Figures ${title.toLowerCase()}`}>
        <thead>
          <tr>
            <th scope="col">{kind === 'method' ? 'Method' : 'Network'}</th>
            <th scope="col">Share of calls</th>
            {[...columns, ...latency.names].map((column) => (
              <th key={column} scope="col" data-align="end">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((part) => (
            <UsagePartRow key={part.name} part={part} ofCalls={usage.total.calls} latencyNames={latency.names} />
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

export type UsagePartRowProps = {
  readonly part: UsagePart;
  /** All calls of the range. */
  readonly ofCalls: number;
  readonly latencyNames: readonly string[];
};

/** A method's or a network's figures. */
export function UsagePartRow({ part, ofCalls, latencyNames }: UsagePartRowProps) {
  const { name, calls, errors, latencies } = part;
  const share = ofCalls === 0 ? 0 : calls / ofCalls;
  return (
    <tr>
      <th scope="row">{partNames[name] ?? name}</th>
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
const partNames: Readonly<Record<string, string>> = { other: 'Unknown methods', none: 'No method readable' };

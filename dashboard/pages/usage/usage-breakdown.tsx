import type { Usage } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { download } from '../../components/download.ts';
import { Table } from '../../components/table.tsx';
import { csvType } from '../../format/csv.ts';
import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import { type BreakdownRow, breakdownRows, type LatencyColumns } from './breakdown-rows.ts';
import styles from './usage.module.css';
import { csvName } from './usage-csv.ts';

type UsageBreakdownProps<T> = {
  readonly title: string;
  readonly kind: 'method' | 'network';
  readonly byName: Readonly<Record<string, T>>;
  readonly latency: LatencyColumns<T>;
  readonly toCsv: (byName: Readonly<Record<string, T>>) => string;
  readonly usage: Usage;
};

const columns = ['Calls', 'Errors', 'Error rate'];

/** The figures of a range by method or network, most calls first. */
export function UsageBreakdown<T extends Pick<BreakdownRow, 'calls' | 'errors'>>(props: UsageBreakdownProps<T>) {
  const { title, kind, byName, latency, toCsv, usage } = props;
  const { top, rest } = breakdownRows(byName, latency);
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
          {rows.map((row) => (
            <BreakdownTableRow key={row.name} row={row} ofCalls={usage.total.calls} latencyNames={latency.names} />
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

type BreakdownTableRowProps = {
  readonly row: BreakdownRow;
  /** All calls of the range. */
  readonly ofCalls: number;
  readonly latencyNames: readonly string[];
};

/** The figures of a method or network. */
function BreakdownTableRow({ row, ofCalls, latencyNames }: BreakdownTableRowProps) {
  const { name, calls, errors, latencies } = row;
  const share = ofCalls === 0 ? 0 : calls / ofCalls;
  return (
    <tr>
      <th scope="row">{groupLabels[name] ?? name}</th>
      <td className={styles.share}>
        <div aria-hidden="true" className={styles.track}>
          <div className={styles.bar} style={{ width: `${share * 100}%` }} />
        </div>
        {formatShare(share)}
      </td>
      <td data-align="end">{formatCount(calls)}</td>
      <td data-align="end">{formatCount(errors)}</td>
      <td data-align="end">{formatShare(errorRate(row))}</td>
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

/** Labels of the groups in which usage counts calls without a known method. */
const groupLabels: Readonly<Record<string, string>> = { other: 'Unknown methods', none: 'No readable method' };

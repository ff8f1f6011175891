import type { Usage } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { download } from '../../components/download.ts';
import { Table } from '../../components/table.tsx';
import { type LatencyColumns, type Part, topParts } from './breakdown.ts';
import { PartRow } from './part-row.tsx';
import { csvName, csvType } from './usage-csv.ts';

export type BreakdownProps<T> = {
  readonly title: string;
  readonly kind: 'method' | 'network';
  readonly byName: Readonly<Record<string, T>>;
  readonly latency: LatencyColumns<T>;
  readonly toCsv: (byName: Readonly<Record<string, T>>) => string;
  readonly usage: Usage;
};

const columns = ['Calls', 'Errors', 'Error rate'];

/** What the calls of the range were made of, most first. */
export function Breakdown<T extends Pick<Part, 'calls' | 'errors'>>(props: BreakdownProps<T>) {
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
            <PartRow key={part.name} part={part} ofCalls={usage.total.calls} latencyNames={latency.names} />
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

import type { Figures, Usage } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { download } from '../../components/download.ts';
import { Table } from '../../components/table.tsx';
import { topParts } from './breakdown.ts';
import { PartRow } from './part-row.tsx';
import { csvName, csvType, partsCsv } from './usage-csv.ts';

export type BreakdownProps = {
  readonly title: string;
  readonly kind: 'method' | 'network';
  readonly byName: Readonly<Record<string, Figures>>;
  readonly usage: Usage;
};

const columns = ['Calls', 'Errors', 'Error rate', 'p50', 'p95', 'p99'];

/** What the calls of the range were made of, most first. */
export function Breakdown({ title, kind, byName, usage }: BreakdownProps) {
  const { top, rest } = topParts(byName);
  const save = () => download(partsCsv(kind, byName), csvName(kind, usage), csvType);
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
            {columns.map((column) => (
              <th key={column} scope="col" data-align="end">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {top.map((part) => (
            <PartRow key={part.name} part={part} ofCalls={usage.total.calls} />
          ))}
          {rest && <PartRow part={rest} ofCalls={usage.total.calls} />}
        </tbody>
      </Table>
    </Card>
  );
}

import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { csvType } from '../../../src/csv.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { download } from '../../components/download.ts';
import { Table } from '../../components/table.tsx';

/** A column of a table. Its cells are made together, so that figures have the same number of decimals. */
export type Column<Row> = {
  /** Unique in its table. Default: the name. */
  readonly id?: string;
  readonly name: string;
  readonly isFigure?: boolean;
  readonly cells: (rows: readonly Row[]) => readonly ReactNode[];
};

/** A CSV file, written when it is asked for. */
export type CsvFile = { readonly name: string; readonly write: () => string };

type ReportTableProps<Row> = {
  readonly title: string;
  readonly description?: ReactNode;
  /** Beside the button of the CSV file. */
  readonly actions?: ReactNode;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they load. */
  readonly rows: readonly Row[];
  readonly csv: CsvFile;
  /** Below the table. */
  readonly children?: ReactNode;
};

/** A table of figures with its CSV file. The first column names the rows. */
export function ReportTable<Row extends { readonly id: string }>(props: ReportTableProps<Row>) {
  const { title, description, actions, columns, rows, csv, children } = props;
  const cells = columns.map((column) => column.cells(rows));
  return (
    <Card
      title={title}
      description={description}
      actions={
        <>
          {actions}
          <CsvButton title={title} csv={csv} />
        </>
      }
    >
      <Table label={`Figures, ${title.toLowerCase()}`} rows={rows.length}>
        <thead>
          <tr>
            {columns.map(({ name, id = name, isFigure }) => (
              <th key={id} scope="col" data-align={isFigure ? 'end' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id}>
              {columns.map(({ name, id = name, isFigure }, column) =>
                column === 0 ? (
                  <th key={id} scope="row">
                    {cells[column]?.[index]}
                  </th>
                ) : (
                  <td key={id} data-align={isFigure ? 'end' : undefined}>
                    {cells[column]?.[index]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      {children}
    </Card>
  );
}

const CsvButton = ({ title, csv }: { readonly title: string; readonly csv: CsvFile }) => (
  <Button
    size="small"
    onPress={() => download(csv.write(), csv.name, csvType)}
    aria-label={`Export CSV, ${title.toLowerCase()}`}
  >
    <Download size={16} aria-hidden="true" />
    Export CSV
  </Button>
);

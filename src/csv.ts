import { showHiddenCharacters } from './schema.ts';

// The one writer of CSV files (RFC 4180), for the management API, the dashboard and the operator's commands.

/** The media type (RFC 4180, section 3). */
export const csvType = 'text/csv;charset=utf-8';

/** Null and undefined leave a cell empty. */
export type CsvCell = string | number | null | undefined;

/** The columns of a file in their order, each with its value in a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

export type CsvTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly CsvCell[])[] };

export const tableOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): CsvTable => ({
  columns: Object.keys(columns),
  rows: rows.map((row) => cellsOf(columns, row)),
});

export const toCsv = ({ columns, rows }: CsvTable): string => [columns, ...rows].map(csvRow).join('');

export const csvHeader = <Row>(columns: Columns<Row>): string => csvRow(Object.keys(columns));

export const csvRowOf = <Row>(columns: Columns<Row>, row: Row): string => csvRow(cellsOf(columns, row));

const cellsOf = <Row>(columns: Columns<Row>, row: Row): CsvCell[] => Object.values(columns).map((cell) => cell(row));

/** A row with its end. Numbers are never changed. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(toCell).join(',')}\r\n`;

function toCell(value: CsvCell): string {
  if (typeof value !== 'string') return String(value ?? '');
  return quote(withoutFormulas(showHiddenCharacters(value)));
}

/** A row of a file for a program: the texts as they are, also those that a spreadsheet would run. */
export const rawCsvRow = (texts: readonly string[]): string => `${texts.map(quote).join(',')}\r\n`;

const quote = (text: string): string => (/[",;|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Spreadsheets run a cell that begins like a formula; with an apostrophe in front it is text, which they show without the
 * apostrophe. The separator depends on the locale, and with another one than the comma the quotes of a cell do not count.
 * So what follows any separator gets an apostrophe, too (OWASP, "CSV injection"). Names and methods come from callers.
 */
const withoutFormulas = (text: string): string => text.replaceAll(/(^|[,;|])([\s"']*)([=+\-@＝＋－＠])/g, "$1$2'$3");

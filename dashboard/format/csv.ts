/** The media type of CSV files (RFC 4180, section 3). */
export const csvType = 'text/csv;charset=utf-8';

/** A cell of a CSV file; undefined and null leave it empty. */
export type CsvCell = string | number | null | undefined;

/** A CSV file (RFC 4180): a header row, then the rows, each ending with CRLF. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [header, ...rows].map(csvRow).join('');

/** A row of a CSV file with its end. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(field).join(',')}\r\n`;

function field(cell: CsvCell): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = escapeFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Text that no spreadsheet treats as a formula: a quote precedes the characters that start one, including their full-width
 * forms (OWASP, "CSV injection"). Method names come from callers.
 */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

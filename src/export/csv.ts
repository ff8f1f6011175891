/** A cell of a CSV file; null leaves it empty. */
export type CsvCell = string | number | null;

/** A row of a CSV file (RFC 4180). */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(field).join(',')}\r\n`;

function field(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = escapeFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Text that no spreadsheet treats as a formula: an apostrophe precedes the characters that start one, including their
 * full-width forms (OWASP, "CSV Injection"). Names of keys and methods come from callers.
 */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

/** What a cell of a CSV file may hold; undefined and null leave it empty. */
export type Cell = string | number | null | undefined;

/** A CSV file's text (RFC 4180): a header row, a row for each row, CRLF after each. */
export const toCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');

function field(cell: Cell): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Text that no spreadsheet takes for a formula: with a quote before the characters that begin one, in their wide forms too
 * (OWASP, "CSV injection"). Names of methods come from whoever calls them.
 */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

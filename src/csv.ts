export type CsvTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
};

/**
 * A table with a header row as CSV (RFC 4180). Spreadsheets run text that begins like a formula, so such a text gets an
 * apostrophe in front, which they hide. Numbers are never changed.
 */
export const toCsv = ({ columns, rows }: CsvTable): string => [columns, ...rows].map(toCsvLine).join('');

export const toCsvLine = (cells: CsvTable['rows'][number]): string => `${cells.map(toCell).join(',')}\r\n`;

const toCell = (value: string | number | null): string => {
  if (typeof value !== 'string') return String(value ?? '');
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

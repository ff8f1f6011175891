import { csvRow } from '../../src/csv.ts';
import { showHiddenCharacters } from '../../src/schema.ts';

// Stored names may contain anything: they must not control the operator's terminal or look like another row.
const cellText = (value: OutputRow[string] | undefined): string =>
  value === null || value === undefined ? '–' : showHiddenCharacters(String(value));

/** Rows as an aligned table with a header; numbers are right-aligned. */
export function asText(rows: readonly OutputRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return 'none\n';
  const cells = [names, ...rows.map((row) => names.map((name) => cellText(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const isNumber = names.map((name) => rows.some((row) => typeof row[name] === 'number'));
  const pad = (text: string, column: number) =>
    isNumber[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return cells.map((line) => `${line.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** One value per line, with its name: for a single entity. */
export function asFields(row: OutputRow): string {
  const width = Math.max(...Object.keys(row).map(({ length }) => length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}\n`)
    .join('');
}

/** Rows as CSV with a header. */
export function asCsv(rows: readonly OutputRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map(csvRow).join('');
}

/** Documents as lines of JSON, with hidden characters as JSON escapes: parsing returns the stored value. */
export const asJson = (documents: readonly unknown[]): string =>
  documents
    .map((document) => `${JSON.stringify(document).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}\n`)
    .join('');

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** One row of a command's output: values by column name. */
export type OutputRow = Readonly<Record<string, string | number | null>>;

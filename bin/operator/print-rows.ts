import { showHiddenCharacters } from '../../src/schema.ts';

// What is stored may hold anything: a name must neither steer the operator's terminal nor look like a row of its own.
const shown = (value: OutputRow[string] | undefined): string =>
  value === null || value === undefined ? '–' : showHiddenCharacters(String(value));

/** Rows as columns under their names; numbers to the right. */
export function asText(rows: readonly OutputRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return 'none\n';
  const cells = [names, ...rows.map((row) => names.map((name) => shown(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const isNumber = names.map((name) => rows.some((row) => typeof row[name] === 'number'));
  const pad = (text: string, column: number) =>
    isNumber[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return cells.map((line) => `${line.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** Rows as lines of JSON, with hidden characters escaped as JSON has it: what is read from it is the value itself. */
export const asJson = (rows: readonly OutputRow[]): string =>
  rows.map((row) => `${JSON.stringify(row).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}\n`).join('');

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** One row of what a command prints: names and values. */
export type OutputRow = Readonly<Record<string, string | number | null>>;

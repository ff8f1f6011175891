import * as v from 'valibot';
import { hasHiddenCharacters } from '../../src/schema.ts';
import { UsageError } from '../command-errors.ts';

const columns = ['email', 'name', 'sha256', 'prefix', 'plan'] as const;

const visible = v.pipe(
  v.string(),
  v.check((text) => !hasHiddenCharacters(text), 'has invisible characters'),
);

const rowSchema = v.object({
  email: v.pipe(visible, v.toLowerCase(), v.email('must be an email address'), v.maxLength(254)),
  name: v.pipe(visible, v.nonEmpty('is empty')),
  sha256: v.pipe(visible, v.toLowerCase(), v.regex(/^[\da-f]{64}$/, 'must be a SHA-256 in 64 hexadecimal digits')),
  prefix: v.pipe(visible, v.regex(/^[!-~]{1,8}$/, 'must be the first 1 to 8 characters of the secret')),
  /** Of an account that does not exist yet. Empty: the free plan. */
  plan: visible,
});

/** A row of the file, with its line: a key that exists elsewhere, and the account that gets it. */
export type ImportRow = v.InferOutput<typeof rowSchema> & { readonly line: number };

/** Reads the file of `keys import`. @throws {UsageError} naming every line that is wrong */
export function readImportFile(text: string): ImportRow[] {
  const [header, ...lines] = readCsv(text.replace(/^\u{feff}/u, ''));
  if (header?.cells.join() !== columns.join()) throw new UsageError(`The first line must be ${columns.join()}.`);
  const problems: string[] = [];
  const rows = lines.map(({ line, cells }): ImportRow | undefined => {
    const named = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']));
    // Only the first reason of a cell: one with an invisible character has no second one.
    const parsed = v.safeParse(rowSchema, named, { abortPipeEarly: true });
    const faults = parsed.success ? [] : parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
    if (cells.length !== columns.length) faults.unshift(`has ${cells.length} cells, not ${columns.length}`);
    problems.push(...faults.map((fault) => `Line ${line}: ${fault}.`));
    return parsed.success ? { ...parsed.output, line } : undefined;
  });
  const read = rows.filter((row) => row !== undefined);
  const firstLines = new Map<string, number>();
  for (const { sha256, line } of read) {
    const first = firstLines.get(sha256);
    if (first === undefined) firstLines.set(sha256, line);
    else problems.push(`Line ${line}: has the secret of line ${first}.`);
  }
  if (problems.length > 0) throw new UsageError(`Nothing was imported. ${problems.slice(0, 20).join(' ')}`);
  return read;
}

type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** Reads CSV (RFC 4180). A row has the number of its first line. @throws {UsageError} for wrong quotation marks */
function readCsv(text: string): CsvRow[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let next = 1;
  while (cell.lastIndex < text.length || cells.length > 0) {
    const [found, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (found === undefined) throw new UsageError(`Line ${next} is not CSV: check its quotation marks.`);
    next += found.split('\n').length - 1;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells });
    cells = [];
    line = next;
    if (end === '') break;
  }
  return rows;
}

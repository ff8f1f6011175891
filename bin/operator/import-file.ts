import * as v from 'valibot';
import { hasHiddenCharacters } from '../../src/schema.ts';
import { UsageError } from '../command-errors.ts';

const columns = ['email', 'name', 'sha256', 'prefix', 'plan'] as const;

const email = v.pipe(v.string(), v.toLowerCase(), v.email('must be an e-mail address'), v.maxLength(254));

const rowSchema = v.object({
  email,
  name: v.pipe(v.string(), v.nonEmpty('is empty')),
  sha256: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[\da-f]{64}$/, 'must be a SHA-256 in 64 hexadecimal digits')),
  prefix: v.pipe(v.string(), v.regex(/^[!-~]{1,8}$/, 'must be the first 1 to 8 characters of the secret')),
  /** Of an account that does not exist yet. Empty: the free plan. */
  plan: v.string(),
});

/** A row of the file: a key that exists elsewhere, and the account that gets it. */
export type ImportRow = v.InferOutput<typeof rowSchema> & { readonly line: number };

/** Reads the file of `keys import`. @throws {UsageError} naming every line that is wrong */
export function readImportFile(text: string): ImportRow[] {
  const [header = [], ...lines] = readCsv(text.replace(/^\u{feff}/u, ''));
  if (header.join() !== columns.join()) throw new UsageError(`The first line must be ${columns.join()}.`);
  const problems: string[] = [];
  const rows = lines.map((cells, index): ImportRow | undefined => {
    const line = index + 2;
    const parsed = v.safeParse(rowSchema, Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])));
    const faults = parsed.success ? [] : parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
    if (cells.length !== columns.length) faults.unshift(`has ${cells.length} cells, not ${columns.length}`);
    if (cells.some(hasHiddenCharacters)) faults.push('has characters that nobody sees');
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

/** Reads CSV (RFC 4180). @throws {UsageError} for a quotation mark that is not closed */
function readCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < text.length || row.length > 0) {
    const [found, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (found === undefined) throw new UsageError(`Line ${rows.length + 1} is not CSV: check its quotation marks.`);
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

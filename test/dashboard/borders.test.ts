import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const sources = readdirSync('dashboard', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
  .map((path) => join('dashboard', path));

/** One writer of CSV and one list of columns for the API, the dashboard and the operator; one rule for passwords; one public file. */
const shared = [
  'csv.ts',
  'management-api/schemas/csv-columns.ts',
  'management-api/schemas/request-schema.ts',
  'status-page/status-file.ts',
  'users/common-password.ts',
];

const importsOf = (path: string): string[] =>
  readFileSync(path, 'utf8').match(/^(import|export) (?!type )[^;]*? from '[^']+'/gm) ?? [];

test('the dashboard imports only types from src, so that no code of the gateway gets into its bundle, but for CSV, passwords and the status file', () => {
  const imports = sources.flatMap(importsOf).filter((line) => /from '(\.\.\/)+src\//.test(line));
  expect(imports.length).toBeGreaterThan(0);
  for (const line of imports) expect(shared).toContain(/src\/(.*)'$/.exec(line)?.[1]);
});

test('what it shares imports nothing of the gateway but texts, times, the list of outcomes and the schemas of fields', () => {
  const imports = shared.flatMap((name) => importsOf(join('src', name))).filter((line) => !line.includes("'valibot'"));
  const names = imports.map((line) => /([\w-]+)\.ts'$/.exec(line)?.[1]);
  expect([...new Set(names)].sort()).toEqual(['csv', 'field-schemas', 'outcome', 'schema']);
  expect(
    importsOf('src/management-api/schemas/field-schemas.ts').map((line) => /from '(.*)'$/.exec(line)?.[1]),
  ).toEqual(['valibot']);
});

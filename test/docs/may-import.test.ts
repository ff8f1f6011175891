import { readFileSync, writeFileSync } from 'node:fs';
import { normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { mayImport, readmeSentence, withMapCells, withSentence } from './may-import.ts';
import { files } from './pages.ts';

// UPDATE_TABLES=1 npm test -- test/docs/may-import writes what biome.json says into the pages.

function expectCurrent(page: string, current: string): void {
  if (process.env.UPDATE_TABLES) writeFileSync(page, current);
  expect(readFileSync(page, 'utf8')).toBe(current);
}

test('docs/architecture.md has what biome.json lets each folder import', () => {
  expectCurrent('docs/architecture.md', withMapCells(readFileSync('docs/architecture.md', 'utf8')));
});

test.each(['dashboard', 'lab', 'lambda', 'lib', 'src', 'test'])(
  '%s/README.md has what biome.json lets it import',
  (folder) => {
    const page = readFileSync(`${folder}/README.md`, 'utf8');
    expectCurrent(`${folder}/README.md`, withSentence(page, folder));
    expect(readFileSync(`${folder}/README.md`, 'utf8')).toContain(readmeSentence(folder));
  },
);

test('the generated texts are those of the rules: some by name', () => {
  expect(mayImport('lambda/proxy.ts')).toBe('`src`');
  expect(mayImport('lambda/operator.ts')).toBe('`bin/operator` and `src`');
  expect(mayImport('src/keys/authorize.ts')).toBe('nothing else');
  expect(mayImport('lib/sluice.ts')).toBe(
    'files directly in `src`, `src/chains`, `src/cost` and `src/billing/billing-settings.ts`',
  );
  expect(mayImport('lab/bench/run.ts')).toBe('anything');
});

/** The top-level folders that a file's imports lead to. */
const foldersOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)]
    .map(([, name = '']) => normalize(`${path}/../${name}`).split('/')[0] ?? '')
    .filter((folder) => folder !== path.split('/')[0]);

test.each(['lambda', 'lib', 'src'])('no file of %s imports a folder that its text does not name', (folder) => {
  const sources = files.filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.ts'));
  const others = sources.flatMap((path) => foldersOf(path).filter((one) => !mayImport(path).includes(`\`${one}`)));
  expect(others).toEqual([]);
});

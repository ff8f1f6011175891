import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import * as v from 'valibot';

const rule = v.object({ options: v.object({ patterns: v.tuple([v.object({ group: v.array(v.string()) })]) }) });
const override = v.object({
  includes: v.array(v.string()),
  linter: v.object({ rules: v.object({ style: v.optional(v.object({ noRestrictedImports: v.optional(rule) })) }) }),
});
const biome = v.pipe(v.string(), v.parseJson(), v.object({ overrides: v.array(override) }));
const { overrides } = v.parse(biome, readFileSync('biome.json', 'utf8'));

const folders = ['bin', 'dashboard', 'lab', 'lambda', 'lib', 'packages', 'src', 'test'];

const isIncluded = (includes: readonly string[], path: string): boolean =>
  includes.some((glob) => matchesGlob(path, glob)) &&
  !includes.some((glob) => glob.startsWith('!') && matchesGlob(path, glob.slice(1)));

/** The patterns that lint forbids this file to import: as in Biome, the last rule counts. */
const forbiddenFor = (path: string): string[] | undefined =>
  overrides
    .filter(({ includes }) => isIncluded(includes, path))
    .map(({ linter }) => linter.rules.style?.noRestrictedImports?.options.patterns[0].group)
    .findLast((group) => group !== undefined);

/** A pattern as a path from the root, without its wildcards. */
const pathOf = (pattern: string): string => pattern.replace(/^!?(\*\*\/|(\.\.\/)+)/, '').replace(/\/\*\*$/, '');

/** Which code of the repository outside of its own top-level folder a file may import; undefined: any. */
function allowedImports(path: string): string[] | undefined {
  const group = forbiddenFor(path);
  if (!group) return undefined;
  const forbidden = group.filter((pattern) => !pattern.startsWith('!')).map(pathOf);
  const exceptions = group.filter((pattern) => pattern.startsWith('!')).map(pathOf);
  const own = path.split('/')[0] ?? '';
  // No pattern tells a folder of the same name inside from the one outside: lib/dashboard.
  const others = folders.filter((folder) => folder !== own && !existsSync(join(own, folder)));
  return others.flatMap((folder) => {
    if (forbidden.includes(folder)) return exceptions.filter((one) => one === folder || one.startsWith(`${folder}/`));
    if (!forbidden.includes(`${folder}/*`)) return [folder];
    return [`${folder}/*.ts`, ...exceptions.filter((one) => one.startsWith(`${folder}/`))];
  });
}

const named = (path: string): string =>
  path.endsWith('/*.ts') ? `files directly in \`${path.slice(0, -5)}\`` : `\`${path}\``;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** What a file may import, as a cell of the map. */
export function mayImport(path: string): string {
  const allowed = allowedImports(path);
  if (!allowed) return 'anything';
  return allowed.length === 0 ? 'nothing else' : listed(allowed.map(named));
}

/** The files whose rules differ within a folder, by what the map calls them. */
const parts: Readonly<Record<string, readonly (readonly [name: string, path: string])[]>> = {
  'bin/': [
    ['`sluice.ts`', 'bin/sluice.ts'],
    ['`start.ts`', 'bin/start.ts'],
    ['the others', 'bin/file.ts'],
  ],
};

/** The cell of a folder in the map of docs/architecture.md: empty if its parent has the same rule. */
function mapCell(folder: string): string {
  const cells = parts[folder]?.map(([name, path]) => `${name}: ${mayImport(path)}`);
  if (cells) return cells.join('; ');
  const [own] = folder.split('/');
  const text = mayImport(`${folder}file.ts`);
  const parent = folder === `${own}/` ? undefined : mayImport(`${own}/file.ts`);
  return text === parent && own !== 'packages' ? '' : text;
}

/** A page with the last column of its map. */
export const withMapCells = (page: string): string =>
  page.replace(/^(\| `((?:[\w-]+\/)+)` \| .* \|)[^|]*\|$/gm, (_, row: string, folder: string) =>
    `${row} ${mapCell(folder)} |`.replace('|  |', '| |'),
  );

/** The sentence of a folder's README. */
export function readmeSentence(folder: string): string {
  const text = mayImport(`${folder}/file.ts`);
  const rest = text === 'nothing else' ? 'nothing else of the repository' : text;
  return wrapped(`It may import ${rest}.`);
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < 120) lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** A README with the sentence, which begins a line and ends a paragraph. */
export const withSentence = (page: string, folder: string): string =>
  page.replace(/^It may import [\s\S]*?(?=\n\n|\n$)/m, readmeSentence(folder));

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const roots = [
  '.ci',
  '.github',
  'bin',
  'dashboard',
  'docs',
  'examples',
  'lab',
  'lambda',
  'lib',
  'packages',
  'src',
  'test',
];
const installed = new Set(['node_modules', 'dist']);

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (!statSync(path).isDirectory()) return [path];
    return installed.has(name) ? [] : filesIn(path);
  });
}

/** Every file in the repository's folders, by its path. */
export const files: readonly string[] = roots.flatMap(filesIn);

/** Every page of the repository. */
export const pages: readonly string[] = [...readdirSync('.'), ...files].filter((path) => path.endsWith('.md'));

/** A page's code blocks in one language, without their fences. */
export const codeBlocks = (page: string, language: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block]) => block ?? '',
  );

/** A page without the sections that commands write. */
export const writtenByHand = (page: string): string =>
  readFileSync(page, 'utf8').replace(/<!-- ([\w-]+): made by [\s\S]*?<!-- \/\1 -->/g, '');

/** The cells of a page's tables, row by row, without the code marks of a cell that is code alone. */
export const tableRows = (page: string): string[][] =>
  readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1')));

import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { buildFunctions, bundleOptions } from '../../../bin/build/build-functions.ts';
import { settingsFile } from '../../../src/settings.ts';

/** Replaces a text in a file of the sources, wherever it is in the file. */
export type SourceChange = { readonly file: string; readonly from: string; readonly to: string };

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Builds the functions with changed sources into `folder`. Returns the folder with a function's changed code, by the
 * folder of its asset.
 * @throws if a text is not in its file
 */
export async function buildChanged(
  changes: readonly SourceChange[],
  folder: string,
): Promise<(asset: string) => string> {
  const plugin = changing(changes);
  for (const options of bundleOptions(folder)) await build({ ...options, plugins: [plugin], logLevel: 'silent' });
  const names = namesByCode(buildFunctions());
  return (asset) => {
    const name = names.get(readCode(asset));
    if (name === undefined) throw new Error(`${asset} does not hold the present code of a function.`);
    const changed = join(folder, name);
    const settings = join(asset, settingsFile);
    if (existsSync(settings)) cpSync(settings, join(changed, settingsFile));
    return changed;
  };
}

const changing = (changes: readonly SourceChange[]): Plugin => ({
  name: 'changed sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const own = changes.filter(({ file }) => file === relative(root, path));
      return own.length === 0 ? undefined : { contents: own.reduce(change, readFileSync(path, 'utf8')), loader: 'ts' };
    });
  },
});

function change(source: string, { file, from, to }: SourceChange): string {
  if (!source.includes(from)) throw new Error(`${file} does not contain the text that is to be changed: ${from}`);
  return source.replaceAll(from, to);
}

/** Assets are named by their hash; the code tells which function it is. */
const namesByCode = (functions: string): ReadonlyMap<string, string> =>
  new Map(readdirSync(functions).map((name) => [readCode(join(functions, name)), name]));

function readCode(folder: string): string {
  const [file = ''] = readdirSync(folder).filter((name) => /^index\.m?js$/.test(name));
  return readFileSync(join(folder, file), 'utf8');
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import * as v from 'valibot';
import { functionSources } from '../../lib/functions/function-sources.ts';
import { cachedBuild } from './cached-build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// This file too: it has the options. package.json says that modules have no side effects: unused ones are left out.
const inputs = [
  'lambda',
  'src',
  'lib/functions/function-sources.ts',
  'lib/settings/configuration-error.ts',
  'bin/build/build-functions.ts',
  'bin/command-errors.ts',
  'bin/command-line.ts',
  'bin/operator',
  'package.json',
  'package-lock.json',
];

const defaultCache = join(root, 'node_modules', '.cache', 'sluice-functions');

/** Returns the folder with the bundle of each function: the handler as one file with all it imports. */
export const buildFunctions = (cache = defaultCache): string => join(built(cache), 'functions');

/** The files with code in the bundles, relative to the repository, and esbuild's own. */
export const functionModules = (cache = defaultCache): string[] =>
  v.parse(modulesFile, readFileSync(join(built(cache), 'modules.json'), 'utf8'));

const modulesFile = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

const built = (cache: string): string =>
  cachedBuild({
    inputs: inputs.map((path) => join(root, path)),
    cache,
    build: (folder) => {
      const modules = bundleOptions(join(folder, 'functions')).flatMap(bundle);
      // esbuild adds functions of its own, which it does not list.
      writeFileSync(join(folder, 'modules.json'), JSON.stringify([...new Set(modules), '\0esbuild']));
    },
  });

/** What esbuild is called with: once for ES modules, once for CommonJS. */
const bundleOptions = (outdir: string): BuildOptions[] =>
  (['esm', 'cjs'] as const).map((format) => ({
    ...options,
    entryPoints: Object.entries(functionSources)
      .filter(([, source]) => source.format === format)
      .map(([name, source]) => ({ in: source.entry, out: join(name, 'index') })),
    outExtension: { '.js': format === 'esm' ? '.mjs' : '.js' },
    format,
    outdir,
  }));

/** Returns the files with code in the bundles. */
function bundle(given: BuildOptions): string[] {
  const { metafile } = buildSync({ ...given, metafile: true });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])),
  );
}

const options = {
  absWorkingDir: root,
  platform: 'node',
  target: 'node24',
  bundle: true,
  minify: true,
  mainFields: ['module', 'main'],
  logLevel: 'warning',
} as const satisfies BuildOptions;

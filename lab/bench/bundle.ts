import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * Bundles a file, named from this folder, as lib/functions/gateway-function.ts does for Lambda.
 * @param name of the bundle, without its ending: another one for code that is loaded twice
 * @returns where the bundle is
 */
export async function bundle(
  entry: string,
  format: 'esm' | 'cjs',
  name: string = basename(entry, '.ts'),
): Promise<string> {
  const outfile = join(folder, `${name}.${format === 'esm' ? 'mjs' : 'cjs'}`);
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile,
    format,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return outfile;
}

/**
 * The file of a function in a checkout, named from its root: in lambda/data-plane until November 2026.
 * @param root with a trailing slash
 */
export const functionFile = (root: URL, name: 'authorizer' | 'proxy'): URL => {
  const file = new URL(`lambda/${name}.ts`, root);
  return existsSync(file) ? file : new URL(`lambda/data-plane/${name}.ts`, root);
};

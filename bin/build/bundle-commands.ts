import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

const options = {
  absWorkingDir: root,
  // A command loads its own code only.
  entryPoints: ['packages/construct/bin/sluice-cdk.ts', 'packages/construct/operator/operator.ts'],
  outbase: 'packages/construct',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  format: 'esm',
  // The oldest Node of the package. Later versions of the AWS SDK do not support it, so the package has its own.
  target: 'node20.19',
  bundle: true,
  minify: true,
  external: ['valibot'],
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  metafile: true,
} as const satisfies BuildOptions;

/**
 * Bundles the commands of the npm package and the client of the operator's function, with the AWS SDK: users of the
 * construct need not install that.
 * @returns the files with code in the bundles, relative to the repository
 */
export function bundleCommands(outdir: string): string[] {
  const { metafile } = buildSync({ ...options, outdir });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])),
  );
}

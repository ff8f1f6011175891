import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync } from 'esbuild';
import { type FunctionSettings, settingsFile } from '../src/settings.ts';

export type BundledCodeProps = {
  /** The handler's file, relative to the root of the repository. */
  readonly entry: string;
  /** Bundles an ES module, which can await its warm-up during INIT. Functions with the AWS SDK start faster as CommonJS. */
  readonly esModule?: boolean;
  /** Put beside the bundle. By default the function has no settings. */
  readonly settings?: FunctionSettings;
};

const root = fileURLToPath(new URL('../', import.meta.url));

/** A handler as one file with all it imports, and its settings beside it. Its exported function is `index.handler`. */
export function bundledCode({ entry, esModule = false, settings }: BundledCodeProps): AssetCode {
  return Code.fromAsset(root, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Only named: esbuild runs here, without Docker.
      image: DockerImage.fromRegistry('esbuild'),
      // Within a process, the CDK makes assets with equal commands only once.
      command: [entry, String(esModule), JSON.stringify(settings) ?? ''],
      local: {
        tryBundle: (folder) => {
          bundle(entry, join(folder, esModule ? 'index.mjs' : 'index.js'));
          if (settings) writeFileSync(join(folder, settingsFile), JSON.stringify(settings));
          return true;
        },
      },
    },
  });
}

function bundle(entry: string, outfile: string): void {
  buildSync({
    entryPoints: [join(root, entry)],
    outfile,
    format: outfile.endsWith('.mjs') ? 'esm' : 'cjs',
    platform: 'node',
    target: 'node24',
    bundle: true,
    minify: true,
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
}

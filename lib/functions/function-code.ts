import { join } from 'node:path';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import { type FunctionSettings, settingsFile } from '../../src/settings.ts';
import { copyOf } from '../instance/copied-folder.ts';
import type { FunctionBundle } from './function-sources.ts';

export type FunctionCodeProps = {
  readonly code: FunctionBundle;
  /** Put beside the bundle. By default the function has no settings. */
  readonly settings?: FunctionSettings;
};

/**
 * A handler as one file with all it imports, and its settings beside it. Its exported function is `index.handler`.
 * @param functions the folder of the built functions (`Artifacts`)
 */
export function functionCode(functions: string, { code, settings }: FunctionCodeProps): AssetCode {
  const bundle = join(functions, code);
  return Code.fromAsset(bundle, copyOf(bundle, settings && { path: settingsFile, content: JSON.stringify(settings) }));
}

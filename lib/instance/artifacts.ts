import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../settings/configuration-error.ts';

/** What a deployment uploads. It is built before the synthesis: in the repository by bin/build. */
export type Artifacts = {
  /** A folder that holds a folder with the bundle of each function in function-sources.ts, by its name. */
  readonly functions: string;
  /** The folder of the built dashboard. */
  readonly dashboard: string;
};

/**
 * The given artifacts.
 * @throws {ConfigurationError} if a folder is missing
 */
export function existingArtifacts(artifacts: Artifacts): Artifacts {
  for (const [name, path] of Object.entries(artifacts)) {
    if (!existsSync(path)) throw new ConfigurationError(`There is no folder ${path}, which artifacts.${name} names.`);
  }
  return artifacts;
}

/**
 * The artifacts of the npm package, which are beside its compiled code.
 * @throws {ConfigurationError} if they are missing, as in the repository
 */
export function packagedArtifacts(): Artifacts {
  const folder = fileURLToPath(new URL('../../artifacts', import.meta.url));
  const artifacts = { functions: join(folder, 'functions'), dashboard: join(folder, 'dashboard') };
  for (const path of Object.values(artifacts)) {
    if (existsSync(path)) continue;
    throw new ConfigurationError(
      `The built functions and dashboard are missing: there is no folder ${path}. Install the package again or, in the ` +
        'repository, build them and pass them as `artifacts`, as bin/sluice.ts does.',
    );
  }
  return artifacts;
}

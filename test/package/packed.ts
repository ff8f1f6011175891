import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage, type PackageContent, packageSources } from '../../bin/build/build-package.ts';
import { cachedBuild } from '../../bin/build/cached-build.ts';

const cache = fileURLToPath(new URL('../../node_modules/.cache/sluice-package', import.meta.url));

/**
 * The path of the npm package's tarball, as npm would publish it. It is built and packed only if a source has changed,
 * and several processes may ask for it at the same time.
 */
export function packedPackage(): string {
  const folder = cachedBuild({ inputs: packageSources, cache, build: (destination) => pack(destination) });
  const [name = ''] = readdirSync(folder);
  return join(folder, name);
}

/**
 * Builds the package outside the repository, and writes its tarball into a folder.
 * @param content by default that of the cache
 */
export function pack(destination: string, content?: PackageContent): void {
  const built = mkdtempSync(join(tmpdir(), 'sluice-package-'));
  try {
    buildPackage(built, content);
    // It is built already: npm's prepack would do it again.
    const args = ['pack', '--ignore-scripts', '--pack-destination', destination];
    const { status, error, stderr } = spawnSync('npm', args, { cwd: built, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm pack failed: ${error?.message ?? stderr}`);
  } finally {
    rmSync(built, { recursive: true });
  }
}

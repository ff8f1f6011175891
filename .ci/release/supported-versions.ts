import { parseVersion } from './next-version.ts';
import { ReleaseError } from './release-error.ts';

const row = /^\| \d+\.\d+\.x \|/m;

/** The versions that get fixes, as the table in SECURITY.md names them: all of the latest minor version. */
export function supportedVersions(version: string): string {
  const [major, minor] = parseVersion(version);
  return `${major}.${minor}.x`;
}

/**
 * SECURITY.md with the versions that get fixes once a version is released.
 * @throws ReleaseError if its table has no such row
 */
export function withSupportedVersions(security: string, version: string): string {
  if (!row.test(security)) throw new ReleaseError('SECURITY.md has no row "| X.Y.x |" of supported versions. Add it.');
  return security.replace(row, `| ${supportedVersions(version)} |`);
}

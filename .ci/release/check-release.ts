import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestVersion } from './changelog.ts';
import { baseFile, type Manifest, manifestIn, packageFolders, repositoryOf } from './manifests.ts';

/** What the release workflow runs for. */
export type ReleaseRun = {
  /** The repository's folder, at the tag. */
  readonly root: string;
  /** The tag, as v0.1.0. */
  readonly tag: string;
  /** The repository on GitHub that the workflow runs in, as owner/name. */
  readonly repository: string;
};

type PackageManifest = Manifest & { readonly folder: string };

/** Why the commit with this tag must not be released: one sentence per problem. */
export function releaseProblems({ root, tag, repository }: ReleaseRun): string[] {
  const manifests = packageFolders(root).map((folder) => ({ folder, ...manifestIn(join(root, folder)) }));
  const published = manifests.filter((manifest) => !manifest.private);
  return [
    ...manifests.flatMap((manifest) => wrongVersion(manifest, tag)),
    ...published.flatMap((manifest) => wrongAddress(manifest, repository)),
    ...(published.length === 0 ? ['No package is published: every package.json is private.'] : []),
    ...otherVersions(root, tag),
  ];
}

const wrongVersion = ({ folder, version }: PackageManifest, tag: string): string[] =>
  version === undefined || `v${version}` === tag
    ? []
    : [`${join(folder, 'package.json')} has version ${version}; the tag is ${tag}.`];

/** npm publishes only from the repository that the package names. */
function wrongAddress({ folder, ...manifest }: PackageManifest, repository: string): string[] {
  const own = `https://github.com/${repository}`;
  if (repositoryOf(manifest)?.toLowerCase() === own.toLowerCase()) return [];
  const named = manifest.repository?.url ?? 'missing';
  return [`repository.url in ${join(folder, 'package.json')} is ${named}. This repository is ${own}.`];
}

/** The changelog, and what the upgrade test compares the next release with. */
function otherVersions(root: string, tag: string): string[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const found = [
    ['The newest version in CHANGELOG.md', newestVersion(read('CHANGELOG.md'))?.version],
    [`The version in ${baseFile}`, JSON.parse(read(baseFile)).version],
  ];
  return found.flatMap(([what, version]) =>
    `v${version}` === tag ? [] : [`${what} is ${version ?? 'missing'}; the tag is ${tag}.`],
  );
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestVersion } from './changelog.ts';
import { manifestIn, packageFolders, repositoryOf } from './manifests.ts';

/** What the release workflow runs for. */
export type ReleaseRun = {
  /** The repository's folder, at the tag. */
  readonly root: string;
  /** The tag, as v0.1.0. */
  readonly tag: string;
  /** The repository on GitHub that the workflow runs in, as owner/name. */
  readonly repository: string;
};

/** Why the commit with this tag must not be released: one sentence per problem. */
export function releaseProblems({ root, tag, repository }: ReleaseRun): string[] {
  const manifests = packageFolders(root).map((folder) => ({ folder, ...manifestIn(join(root, folder)) }));
  const versions = manifests.flatMap(({ folder, version }) =>
    version === undefined || `v${version}` === tag
      ? []
      : [`${join(folder, 'package.json')} has version ${version}; the tag is ${tag}.`],
  );
  const published = manifests.filter((manifest) => !manifest.private);
  const addresses = published.flatMap(({ folder, ...manifest }) =>
    repositoryOf(manifest) === `https://github.com/${repository}`
      ? []
      : [
          `repository.url in ${join(folder, 'package.json')} is ${manifest.repository?.url ?? 'missing'}. npm publishes only from that ` +
            `repository, and this one is https://github.com/${repository}.`,
        ],
  );
  const newest = newestVersion(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.version;
  return [
    ...versions,
    ...addresses,
    ...(published.length === 0 ? ['No package is published: every package.json is private.'] : []),
    ...(`v${newest}` === tag
      ? []
      : [`The newest version in CHANGELOG.md is ${newest ?? 'missing'}; the tag is ${tag}.`]),
  ];
}

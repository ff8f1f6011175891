import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestVersion } from './changelog.ts';
import { type Manifest, manifestIn, packageFolders, repositoryOf } from './manifests.ts';

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
    ...published.flatMap((manifest) => wrongAddresses(root, manifest, repository)),
    ...(published.length === 0 ? ['No package is published: every package.json is private.'] : []),
    ...otherVersions(root, tag),
  ];
}

const wrongVersion = ({ folder, version }: PackageManifest, tag: string): string[] =>
  version === undefined || `v${version}` === tag
    ? []
    : [`${join(folder, 'package.json')} has version ${version}; the tag is ${tag}.`];

/** Where the published package leads its users: a fork must not send them to somebody else's repository. */
function wrongAddresses(root: string, { folder, ...manifest }: PackageManifest, repository: string): string[] {
  const own = `https://github.com/${repository}`;
  const isOwn = (url: string | undefined): boolean => new RegExp(`^${RegExp.escape(own)}([/#]|$)`, 'i').test(url ?? '');
  const file = join(folder, 'package.json');
  const addresses = repositoryOf(manifest);
  const links =
    readFileSync(join(root, folder, 'README.md'), 'utf8').match(/(?<=\]\()https:\/\/github\.com\/[^)]*/g) ?? [];
  return [
    ...(addresses?.toLowerCase() === own.toLowerCase()
      ? []
      : [
          `repository.url in ${file} is ${manifest.repository?.url ?? 'missing'}. npm publishes only from that ` +
            `repository, and this one is ${own}.`,
        ]),
    ...Object.entries({ homepage: manifest.homepage, bugs: manifest.bugs }).flatMap(([name, url]) =>
      isOwn(url) ? [] : [`${name} in ${file} is ${url ?? 'missing'}. This repository is ${own}.`],
    ),
    ...links.flatMap((url) =>
      isOwn(url) ? [] : [`${join(folder, 'README.md')} has a link to ${url}. This repository is ${own}.`],
    ),
  ];
}

/** The changelog, and what the upgrade test of the next release compares with. */
function otherVersions(root: string, tag: string): string[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const snapshot = 'test/upgrade/last-release/release.json';
  const releases = 'test/upgrade/releases.json';
  const found = [
    ['The newest version in CHANGELOG.md', newestVersion(read('CHANGELOG.md'))?.version],
    [`The version in ${snapshot}`, JSON.parse(read(snapshot)).version],
    [`The newest version in ${releases}`, JSON.parse(read(releases)).at(-1)?.version],
  ];
  return found.flatMap(([what, version]) =>
    `v${version}` === tag ? [] : [`${what} is ${version ?? 'missing'}; the tag is ${tag}.`],
  );
}

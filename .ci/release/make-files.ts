import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseNotes } from './changelog.ts';
import { manifestIn, repositoryOf } from './manifests.ts';
import { packageBom, parseBom } from './package-bom.ts';
import { ReleaseError } from './release-error.ts';

// npm run release:files: builds and packs what the release workflow publishes, with the package's bill of materials and
// the repository's, notes and checksums, in .artifacts/release. Publishes nothing.

const folder = '.artifacts/release';
const source = 'packages/construct';
const manifest = manifestIn(source);
const { name, version = '' } = manifest;

const npm = (...args: string[]): string =>
  execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 });
const write = (file: string, content: string): void => writeFileSync(join(folder, file), content);

try {
  makeFiles();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function makeFiles(): void {
  const notes = releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version, repositoryOf(manifest) ?? '');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // npm builds the package before it packs it: its script prepack.
  npm('pack', '--workspace', name, '--pack-destination', folder);

  const bom = npm('run', '--silent', 'sbom');
  const notices = readFileSync(join(source, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const contents = packageBom(parseBom(bom), { name, notices, serialNumber: `urn:uuid:${randomUUID()}` });
  write(`${name}-${version}.cdx.json`, `${JSON.stringify(contents, null, 2)}\n`);
  write(`sluice-repository-${version}.cdx.json`, bom);
  write('notes.md', notes);

  // Last, so that they have the sum of every other file.
  const sums = readdirSync(folder).map((file) => {
    const sum = createHash('sha256').update(readFileSync(join(folder, file)));
    return `${sum.digest('hex')}  ${file}\n`;
  });
  write('SHA256SUMS', sums.join(''));
  console.log(
    `${folder}: ${readdirSync(folder).join(', ')}. ${contents.components.length} packages are bundled or needed.`,
  );
}

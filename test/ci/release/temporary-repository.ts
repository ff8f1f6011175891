import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const changelog = '# Changelog\n\nWords.\n\n## [Unreleased]\n\n### Added\n\n- A table.\n';

/** Nothing of the user's git: no signatures, hooks or names. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  // Each commit would start another process, which packs old objects.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
};

/** A git repository with a root package, a workspace and a changelog with one entry, in one commit. */
export class TemporaryRepository {
  readonly root = mkdtempSync(join(tmpdir(), 'release-'));

  constructor(version = '0.1.0') {
    this.git('init', '--quiet', '--initial-branch=main', '--template=');
    const manifest = (name: string) => `${JSON.stringify({ name, version, files: ['a'] }, null, 2)}\n`;
    for (const folder of ['packages/one', 'test/upgrade']) mkdirSync(join(this.root, folder), { recursive: true });
    this.write('package.json', manifest('all'));
    this.write('packages/one/package.json', manifest('one'));
    const packages = {
      '': { name: 'all', version },
      'node_modules/one': { resolved: 'packages/one', link: true },
      'node_modules/other': { version },
      'packages/one': { version },
      'packages/one/node_modules/other': { version: '2.0.0' },
    };
    this.write('package-lock.json', `${JSON.stringify({ name: 'all', version, packages }, null, 2)}\n`);
    this.write('test/upgrade/base.json', '{}');
    this.write('CHANGELOG.md', changelog);
    this.write('SECURITY.md', '| version | fixes |\n|---|---|\n| 0.1.x | yes |\n');
    this.commitAll('feat: everything');
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8', env, stdio: 'pipe' }).trim();
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  write(path: string, content: string): void {
    writeFileSync(join(this.root, path), content);
  }

  /** Commits without a change of a file: only the messages matter. */
  commit(...messages: string[]): void {
    for (const message of messages) this.git('commit', '--quiet', '--allow-empty', '-m', message);
  }

  /** Commits every change, and tags the commit if there is a name for it. */
  commitAll(message: string, tag = ''): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '-m', message);
    if (tag) this.git('tag', '-a', tag, '-m', tag);
  }

  addEntry(entry: string): void {
    this.write('CHANGELOG.md', this.read('CHANGELOG.md').replace('## [Unreleased]\n', `$&\n### Added\n\n- ${entry}\n`));
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}

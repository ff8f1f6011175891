import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Repositories as they are when they are new, by version. A process of git costs more than a copy. */
const pristine = new Map<string, TemporaryRepository>();

/** A git repository with a root package, a workspace and a changelog with one entry, in one commit. */
export class TemporaryRepository {
  readonly root = mkdtempSync(join(tmpdir(), 'release-'));

  /** A new one of the version. */
  static of(version = '0.1.0'): TemporaryRepository {
    const template = pristine.get(version) ?? new TemporaryRepository(version);
    pristine.set(version, template);
    return new TemporaryRepository(version, template.root);
  }

  private constructor(version: string, template?: string) {
    if (template !== undefined) {
      cpSync(template, this.root, { recursive: true });
      return;
    }
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
    return this.#run('git', args);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  write(path: string, content: string, mode = 0o644): void {
    writeFileSync(join(this.root, path), content, { mode });
  }

  /** Commits without a change of a file: only the messages matter. One process makes all of them. */
  commit(...messages: string[]): void {
    const branch = this.read('.git/HEAD').replace('ref: ', '').trim();
    const commits = messages.map((message, index) => {
      const data = `data ${Buffer.byteLength(message)}\n${message}\n`;
      return `commit ${branch}\ncommitter A <a@example.com> now\n${data}${index === 0 ? `from ${branch}^0\n` : ''}`;
    });
    this.#run('git', ['fast-import', '--quiet', '--date-format=now'], commits.join(''));
  }

  /** Commits every change, and tags the commit if there is a name for it. One process starts the others of git. */
  commitAll(message: string, tag = ''): void {
    const script = 'git add --all && git commit --quiet -m "$1" && { [ -z "$2" ] || git tag -a "$2" -m "$2"; }';
    this.#run('sh', ['-c', script, 'sh', message, tag]);
  }

  addEntry(entry: string): void {
    this.write('CHANGELOG.md', this.read('CHANGELOG.md').replace('## [Unreleased]\n', `$&\n### Added\n\n- ${entry}\n`));
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }

  #run(program: string, args: string[], input?: string): string {
    return execFileSync(program, args, {
      cwd: this.root,
      encoding: 'utf8',
      env,
      input,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    }).trim();
  }
}

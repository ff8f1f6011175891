import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Edit, edited } from './addition.ts';

/** A fresh clone of the commit that is checked out, in which pages are followed. */
export class ScratchCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'sluice-walk-'));

  constructor() {
    this.run(`git clone --quiet --no-local "${process.cwd()}" .`);
  }

  /** @throws {Error} with the end of its output, if it fails */
  run(command: string): void {
    process.stdout.write(`  ${command}\n`);
    const { SLUICE_CONFIG: _, ...env } = process.env;
    const options = { cwd: this.folder, shell: true, encoding: 'utf8', env, maxBuffer: 2 ** 28 } as const;
    const { status, stdout, stderr } = spawnSync(command, options);
    if (status !== 0) throw new Error(`${command} ended with ${status}.\n${`${stdout}${stderr}`.slice(-5_000)}`);
  }

  apply(edit: Edit): void {
    const path = join(this.folder, edit.file);
    writeFileSync(path, edited(readFileSync(path, 'utf8'), edit));
  }

  /** As it was cloned, with the packages that are installed. */
  reset(): void {
    this.run('git reset --quiet --hard && git clean --quiet -fd');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

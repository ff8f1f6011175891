import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../clients/rust/', import.meta.url));
const sources = ['Cargo.toml', 'src/main.rs'].map((name) => readFileSync(join(folder, name), 'utf8'));
const version = createHash('sha256').update(sources.join('\0')).digest('hex').slice(0, 16);
// Outside of this checkout, because CI has a new one for each run.
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sluice/rust-client');
const path = join(cache, version);

/** The oldest Rust that compiles the crates. */
const [, oldest = ''] = /^rust-version = "(.+)"$/m.exec(sources[0] ?? '') ?? [];

/** @throws if this machine's Rust cannot compile the crates */
function checkRust(): void {
  const { stdout } = spawnSync('cargo', ['--version'], { encoding: 'utf8' });
  const [, installed] = /^cargo (\d+\.\d+)/.exec(stdout ?? '') ?? [];
  if (installed === undefined) throw new Error(`cargo is missing: Rust ${oldest} or later is needed`);
  if (installed.localeCompare(oldest, 'en', { numeric: true }) < 0) {
    throw new Error(`Rust ${installed} is too old: ${oldest} or later is needed`);
  }
}

/**
 * A program that calls with Solana's official client in Rust. `build` makes it once for each version of its sources: that
 * takes two minutes of a processor, and crates.io.
 */
export const rustProgram = {
  path,
  build: async (): Promise<void> => {
    checkRust();
    mkdirSync(cache, { recursive: true });
    // Not in the cache: it takes 600 MB, of which the program is a small part.
    const target = mkdtempSync(join(tmpdir(), 'sluice-rust-client-'));
    try {
      const env = { ...process.env, CARGO_TARGET_DIR: target };
      await run('cargo', ['build', '--quiet'], { cwd: folder, env });
      const built = `${path}.${process.pid}`;
      await run('cp', [join(target, 'debug/rust-client'), built]);
      renameSync(built, path);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  },
};

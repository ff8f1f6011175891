// Solana's official client in Rust, built from the crates of Cargo.lock.

import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const folder = fileURLToPath(new URL('.', import.meta.url));
const sources = ['Cargo.toml', 'Cargo.lock', 'src/main.rs'].map((name) => readFileSync(join(folder, name), 'utf8'));

/** The oldest Rust that compiles the crates. */
const [, oldest = ''] = /^rust-version = "(.+)"$/m.exec(sources[0] ?? '') ?? [];

/** Why the client cannot be built on this machine. */
export function reasonNotToRun(): string | undefined {
  const { stdout } = spawnSync('cargo', ['--version'], { encoding: 'utf8' });
  const [, installed] = /^cargo (\d+\.\d+)/.exec(stdout ?? '') ?? [];
  if (installed === undefined) return `cargo is missing: Rust ${oldest} or later is needed`;
  const isOld = installed.localeCompare(oldest, 'en', { numeric: true }) < 0;
  return isOld ? `Rust ${installed} is too old: ${oldest} or later is needed` : undefined;
}

/**
 * The program, built once for each version of its sources: that takes two minutes of a processor, and crates.io. It is
 * kept outside of this checkout, because CI has a new one for each run.
 */
export async function builtClient(): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sluice/rust-client');
  const version = createHash('sha256').update(sources.join('\0')).digest('hex').slice(0, 16);
  const program = join(cache, version);
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  // Not in the cache: it takes 600 MB, of which the program is a small part.
  const target = mkdtempSync(join(tmpdir(), 'sluice-rust-client-'));
  try {
    const env = { ...process.env, CARGO_TARGET_DIR: target };
    await execute('cargo', ['build', '--quiet', '--locked'], { cwd: folder, env });
    const built = `${program}.${process.pid}`;
    await execute('cp', [join(target, 'debug/rust-client'), built]);
    renameSync(built, program);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
  return program;
}

/** Runs calls with the client, by default all it knows: what each returned, or the error that it shows. */
export async function rustCalls(
  program: string,
  url: string,
  key: string,
  names: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await execute(program, [url, key, ...names]);
  const lines = stdout.trimEnd().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', answer = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
      return [name, answer];
    }),
  );
}

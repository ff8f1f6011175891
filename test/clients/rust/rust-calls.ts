import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { rustProgram } from '../../tools/rust-program.ts';

const run = promisify(execFile);

/**
 * Runs calls with Solana's official client in Rust, by default all it knows: what each returned, or the error that the
 * client shows.
 */
export async function rustCalls(
  url: string,
  key: string,
  names: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await run(rustProgram.path, [url, key, ...names]);
  const lines = stdout.trimEnd().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', answer = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
      return [name, answer];
    }),
  );
}

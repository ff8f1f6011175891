import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProgramRun, runInHost } from './program-host.ts';

/** In the repository, whose packages the programs import. */
const folder = fileURLToPath(new URL('../../.artifacts/programs', import.meta.url));

/**
 * Runs the text of a module in the process that programs share: a new one would load its library again. Returns what it
 * printed, or fails as it does.
 */
export async function printedBy(text: string, type: 'mjs' | 'mts', env: ProgramRun['env']): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const script = join(folder, `${randomUUID()}.${type}`);
  writeFileSync(script, text);
  try {
    const { code, out, err } = await runInHost({ script, args: [], cwd: process.cwd(), env, input: '' });
    if (code !== 0) throw new Error(`The program ended with ${code}: ${err}`);
    return out;
  } finally {
    rmSync(script);
  }
}

import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';

/** No demo key could be made. */
export class DemoKeyError extends Error {
  override readonly name = 'DemoKeyError';
  readonly code = 'demo_key_failed';
}

const program = fileURLToPath(new URL('../seed.ts', import.meta.url));
const result = v.pipe(v.string(), v.parseJson(), v.object({ secret: v.nullable(v.string()) }));
const run = promisify(execFile);

/**
 * Makes the account `demo` with its key, where they are not there yet, and gives the key's secret. A secret is shown
 * once only, so a copy is kept in the data folder, readable by its owner alone; where that is gone, gives nothing.
 * @throws {DemoKeyError}
 */
export async function ensureDemoKey(
  table: string,
  endpoint: string,
  dataDir: string | undefined,
): Promise<string | undefined> {
  const copy = dataDir === undefined ? undefined : join(dataDir, 'demo-key');
  const secret = await seed(table, endpoint);
  if (secret === null) return copy && existsSync(copy) ? readFileSync(copy, 'utf8').trim() : undefined;
  if (copy) writeFileSync(copy, `${secret}\n`, { mode: 0o600 });
  return secret;
}

async function seed(table: string, endpoint: string): Promise<string | null> {
  const place = ['--table', table, '--endpoint', endpoint];
  const names = ['--account', 'demo', '--email', 'demo@example.com', '--plan', 'free', '--key', 'demo'];
  try {
    const { stdout } = await run(process.execPath, [program, ...place, ...names, '--json']);
    return v.parse(result, stdout).secret;
  } catch (cause) {
    throw new DemoKeyError('The demo key could not be made.', { cause });
  }
}

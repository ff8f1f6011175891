import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { errorClass } from '../../src/error-class.ts';

class DemoKeyError extends errorClass('DemoKeyError', 'demo_key_failed') {}

const program = fileURLToPath(new URL('../seed.ts', import.meta.url));
const result = v.pipe(v.string(), v.parseJson(), v.object({ secret: v.nullable(v.string()) }));
const run = promisify(execFile);

/**
 * Creates the account `demo` and its key if they do not exist, and returns the key's secret. A secret is shown only once,
 * so the data folder keeps a copy that only its owner can read; without the copy the result is undefined.
 * @throws {DemoKeyError}
 */
export async function ensureDemoKey(
  table: string,
  endpoint: string,
  { dataDir, config }: { readonly dataDir: string | undefined; readonly config: string },
): Promise<string | undefined> {
  const copy = dataDir === undefined ? undefined : join(dataDir, 'demo-key');
  const secret = await seed(table, endpoint, config);
  if (secret === null) return copy && existsSync(copy) ? readFileSync(copy, 'utf8').trim() : undefined;
  if (copy) writeFileSync(copy, `${secret}\n`, { mode: 0o600 });
  return secret;
}

async function seed(table: string, endpoint: string, config: string): Promise<string | null> {
  const place = ['--table', table, '--endpoint', endpoint, '--config', config];
  const names = ['--account', 'demo', '--email', 'demo@example.com', '--key', 'demo'];
  try {
    const { stdout } = await run(process.execPath, [program, ...place, ...names, '--json']);
    return v.parse(result, stdout).secret;
  } catch (cause) {
    throw new DemoKeyError('The demo key could not be created.', { cause });
  }
}

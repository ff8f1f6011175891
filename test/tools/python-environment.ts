import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));
const requirements = join(repository, 'examples/clients/python/requirements.txt');
// Made once for each version of the requirements, because that takes seconds and PyPI.
const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 8);
const folder = join(repository, '.local/example-clients', version);
const command = join(folder, 'bin/python');
const installed = join(folder, 'installed');

/** A virtual environment with the packages of the client in Python. `installed` exists when it is complete. */
export const pythonEnvironment = {
  command,
  installed,
  make: async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(command, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
    mkdirSync(installed);
  },
};

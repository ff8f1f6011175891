import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(repository, '.local/example-clients');
const wanted = join(repository, 'examples/clients/python/requirements.txt');
const installed = join(folder, 'requirements.txt');

/** A virtual environment with the packages of the client in Python, which `make` installs. */
export const pythonEnvironment = {
  command: join(folder, 'bin/python'),
  /** Whether it has all packages, in the versions of today. */
  isComplete: (): boolean => existsSync(installed) && readFileSync(installed).equals(readFileSync(wanted)),
  /** In bash, because CI starts it before there are node_modules. */
  make: () => run('bash', [fileURLToPath(new URL('python-environment.sh', import.meta.url))]),
};

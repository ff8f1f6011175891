import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Server, startServer } from '../start-server.ts';

const sources = fileURLToPath(new URL('./fastify/', import.meta.url));
/** Not in `lab`, where the tests of packages would be found. */
const folder = fileURLToPath(new URL('../../../.artifacts/fastify-stack', import.meta.url));
const typeCheck = { extends: '../../tsconfig.json', include: ['stack.ts'] };

/**
 * Installs what the stack is made of, as its own lock file has it: 52 packages that only this benchmark needs. Their types
 * come with them, so the stack is type-checked here.
 */
export function installFastifyStack(): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(sources, folder, { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(typeCheck));
  execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: 'inherit' });
  execFileSync('npx', ['tsc', '--project', folder], { stdio: 'inherit' });
}

/** Starts the stack with its environment. */
export const startFastifyStack = (variables: Readonly<Record<string, string>>): Promise<Server> =>
  startServer(join(folder, 'stack.ts'), { ...variables, NODE_ENV: 'production' });

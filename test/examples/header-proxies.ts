import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../examples/header-proxy/', import.meta.url));

/** A recipe's proxy, which runs until `stop`. */
export type HeaderProxy = { readonly port: number; readonly stop: () => Promise<void> };

/** How to start the program of a recipe, in a folder with the recipe's files and another port. */
type Start = (
  folder: string,
  gateway: URL,
  key: string,
) => { readonly command: string; readonly args: string[]; readonly env?: NodeJS.ProcessEnv };

const caddy: Start = (folder, { origin, pathname }, key) => ({
  command: 'caddy',
  args: ['run', '--config', join(folder, 'Caddyfile')],
  env: { RPC_API_KEY: key, ENDPOINT_ORIGIN: origin, ENDPOINT_PATH: pathname, HOME: folder },
});

const nginx: Start = (folder, { href, host }, key) => {
  const file = join(folder, 'nginx.conf');
  const text = readFileSync(file, 'utf8')
    .replace('https://rpc.example.com/devnet', href)
    .replace('Host rpc.example.com', `Host ${host}`);
  writeFileSync(file, text);
  writeFileSync(join(folder, 'key.conf'), `proxy_set_header X-API-KEY "${key}";\n`, { mode: 0o600 });
  const args = ['-p', folder, '-c', file, '-e', 'stderr', '-g', `daemon off; pid ${join(folder, 'pid')};`];
  return { command: 'nginx', args };
};

export const recipes = { Caddy: caddy, nginx } as const;

/** Starts a recipe on a free port. @throws {Error} with what the program has written, if it does not start */
export async function startRecipe(start: Start, gateway: URL, key: string): Promise<HeaderProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-header-proxy-'));
  const port = await freePort();
  for (const name of ['Caddyfile', 'nginx.conf']) {
    cpSync(join(sources, name), join(folder, name));
    writeFileSync(join(folder, name), readFileSync(join(folder, name), 'utf8').replaceAll('8899', String(port)));
  }
  const { command, args, env } = start(folder, gateway, key);
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await untilItAnswers(child, port);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, stop };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilItAnswers(child: ChildProcess, port: number): Promise<void> {
  let written = '';
  const add = (part: unknown) => {
    written += String(part);
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  while (child.exitCode === null) {
    const answers = await fetch(`http://127.0.0.1:${port}/`, { headers: { origin: 'https://x.example' } }).catch(
      () => false,
    );
    if (answers) return;
    await pause(20);
  }
  throw new Error(`It does not start:\n${written}`);
}

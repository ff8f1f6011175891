import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that serves; its id is for the counting of what it takes. */
export type Server = { readonly url: string; readonly pid: number; readonly stop: () => void };

/**
 * Starts a file of this folder that serves on 127.0.0.1 (see serve.ts) and prints its port. It is a process of its own,
 * so that its work is not counted, or counted apart.
 * @param variables its environment, beside the path
 * @throws where it ends or prints anything else: a server that logs is not well
 */
export async function startServer(file: string, variables: Readonly<Record<string, string>> = {}): Promise<Server> {
  const server = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    if (!/^\d+$/.test(line)) throw new Error(`${file} has printed ${line}`);
    server.stdout.resume();
    const origin = variables.CERTIFICATES ? 'https://localhost' : 'http://127.0.0.1';
    return { url: `${origin}:${line}`, pid: server.pid ?? 0, stop: () => void server.kill() };
  }
  throw new Error(`${file} has ended before it served.`);
}

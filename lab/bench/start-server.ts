import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Authority } from './authority.ts';
import { settingsWithNode } from './bundle-settings.ts';

/** A process that serves; its id is for the counting of what it takes. */
export type Server = { readonly url: string; readonly pid: number; readonly stop: () => void };

/**
 * Starts a file of this folder that serves on 127.0.0.1 (see serve.ts) and prints its port. It is a process of its own,
 * so that its work is not counted, or counted apart.
 * @param variables its environment, beside the path
 * @throws if it ends or prints anything else: a server that logs is faulty
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

/**
 * Starts stub.ts twice, as DynamoDB and as the node, over TLS where there is an authority: what a function finds in its
 * environment then, and how to end them.
 */
export async function startStub(authority?: Authority) {
  const tables = await startServer('stub.ts', authority?.server);
  const node = await startServer('stub.ts', authority?.server);
  const nodeUrl = named(node.url);
  const variables = {
    ...authority?.client,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    // As long as those of Lambda's roles are, about.
    AWS_SESSION_TOKEN: 'x'.repeat(700),
    AWS_ENDPOINT_URL: named(tables.url),
    DIRECTORY_TABLE: 'Directory',
    ADMISSIONS_TABLE: 'Admissions',
    RECORDS_TABLE: 'Records',
    NETWORKS_TABLE: 'Networks',
    ...settingsWithNode(nodeUrl),
    OVERLAP_READS: 'on',
    LOG_LEVEL: 'info',
  };
  const stop = () => {
    tables.stop();
    node.stop();
  };
  return { variables, nodeUrl, stop };
}

/** By a name that must be looked up, as real endpoints are, with TLS and without. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

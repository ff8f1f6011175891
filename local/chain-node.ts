import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** A chain node of this machine. `stop` resolves when its process has ended. */
export type ChainNode = { readonly url: string; readonly stop: () => Promise<void> };

/** The chain node ended before it listened. */
export class ChainNodeError extends Error {
  override readonly name = 'ChainNodeError';
  readonly code = 'chain_node_failed';
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const program = fileURLToPath(new URL('../chain/start.ts', import.meta.url));
const listening = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal('chain_listening'), url: v.pipe(v.string(), v.url()) }),
);
const stopWithin = 5_000;

/**
 * Starts the chain node of a network as a process of its own, on a free port. It ends with this process, however that
 * ends: it watches its standard input.
 * @throws {ChainNodeError} with what it wrote to standard error.
 */
export async function startChainNode(network: string, onLine: (line: string) => void): Promise<ChainNode> {
  const child = spawn(process.execPath, [program, '--network', network, '--port', '0', '--until-stdin-closes'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Out of this process's group: Ctrl-C reaches the runtime alone, which stops its parts in order.
    detached: true,
  });
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    errors.push(line);
    onLine(line);
  });
  const url = await Promise.race([urlOf(child), failureOf(child, network, errors)]);
  return { url, stop: () => stop(child) };
}

async function urlOf({ stdout }: Child): Promise<string> {
  for await (const line of createInterface(stdout)) {
    const parsed = v.safeParse(listening, line);
    if (parsed.success) return parsed.output.url;
  }
  return new Promise(() => {});
}

async function failureOf(child: Child, network: string, errors: readonly string[]): Promise<never> {
  await once(child, 'close');
  throw new ChainNodeError(`The chain node for ${network} did not start. ${errors.join('\n')}`.trim());
}

async function stop(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin.end();
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithin);
  await ended;
  clearTimeout(force);
}

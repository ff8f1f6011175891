import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** A chain node of this machine. `stop` resolves when its process has ended. */
export type ChainNode = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts a node for a network, on a free port; `onLine` hears what it has to say. */
export type StartNode = (network: string, onLine: (line: string) => void) => Promise<ChainNode>;

/** The chain node could not be started, or ended before it listened. */
export class ChainNodeError extends Error {
  override readonly name = 'ChainNodeError';
  readonly code = 'chain_node_failed';
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** A program for Node that listens on a free port and ends when its standard input does. */
export type NodeProcess = {
  readonly args: readonly string[];
  /** The URL in the line of standard output that says where it listens; undefined in any other line. */
  readonly urlIn: (line: string) => string | undefined;
};

const stopWithin = 6_000;

/**
 * Starts the chain node of a network as a process of its own. It ends with this process, however that ends: it watches
 * its standard input.
 * @throws {ChainNodeError} with what it wrote to standard error.
 */
export async function startNodeProcess(
  { args, urlIn }: NodeProcess,
  network: string,
  onLine: (line: string) => void,
): Promise<ChainNode> {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Out of this process's group: Ctrl-C reaches the runtime alone, which stops its parts in order.
    detached: true,
  });
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    errors.push(line);
    onLine(line);
  });
  const url = await Promise.race([urlOf(child, urlIn), failureOf(child, network, errors)]);
  return { url, stop: () => stop(child) };
}

/** Reads on when it has found the URL: a node that writes a line for each call would wait at a full pipe. */
const urlOf = ({ stdout }: Child, urlIn: NodeProcess['urlIn']): Promise<string> =>
  new Promise((resolve) => {
    createInterface(stdout).on('line', (line) => {
      const url = urlIn(line);
      if (url !== undefined) resolve(url);
    });
  });

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

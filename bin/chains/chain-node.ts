import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { errorClass } from '../../src/error-class.ts';

/** A local chain node. `stop` resolves when its process has ended. */
export type ChainNode = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts a node for a network on a free port; `onLine` gets the lines of its standard error. */
export type StartNode = (network: string, onLine: (line: string) => void) => Promise<ChainNode>;

/** The chain node could not be started, or ended before it listened. */
export class ChainNodeError extends errorClass('ChainNodeError', 'chain_node_failed') {}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** A Node program that listens on a free port and ends when its standard input closes. */
export type NodeProcess = {
  readonly args: readonly string[];
  /** Returns the URL from the line of standard output that announces it; undefined for other lines. */
  readonly urlIn: (line: string) => string | undefined;
};

const stopWithin = 6_000;

/**
 * Starts the chain node of a network in a child process. It ends with this process, even after a crash, because its
 * standard input closes.
 * @throws {ChainNodeError} with its standard error
 */
export async function startNodeProcess(
  { args, urlIn }: NodeProcess,
  network: string,
  onLine: (line: string) => void,
): Promise<ChainNode> {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // In a separate process group: Ctrl-C reaches only the runtime, which stops the nodes in order.
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

/** Continues to read after the URL: otherwise a node that logs each call would block on a full pipe. */
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

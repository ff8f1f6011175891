import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../../packages/construct/bin/sluice-cdk.ts', import.meta.url));

/** A running `sluice-cdk proxy`. */
export type ProxyProgram = {
  readonly url: string;
  readonly output: () => string;
  readonly stop: () => Promise<number>;
};

/** What a program that ended has written. */
export type Ended = { readonly exitCode: number; readonly output: string };

type Program = { readonly node?: string; readonly script?: string; readonly environment?: NodeJS.ProcessEnv };

/** @throws {Error} with its output, if it ends instead */
export async function startProxy(args: readonly string[], program: Program = {}): Promise<ProxyProgram> {
  const { child, output, ended } = run(args, program);
  const [, url = ''] = await new Promise<RegExpExecArray | readonly []>((resolve) => {
    child.stdout?.on('data', () => {
      const line = /^(http:\/\/127\.0\.0\.1:\d+) sends/m.exec(output());
      if (line) resolve(line);
    });
    child.once('exit', () => resolve([]));
  });
  if (url === '') throw new Error(output());
  const stop = async () => {
    child.kill('SIGINT');
    return (await ended).exitCode;
  };
  return { url, output, stop };
}

/** Long enough on a busy machine. A program that starts in place of refusing would run for ever. */
const longestRunMs = 60_000;

/** Runs it to its end. */
export const runProxy = (args: readonly string[], program: Program = {}): Promise<Ended> =>
  run(args, program, longestRunMs).ended;

function run(
  args: readonly string[],
  { node = process.execPath, script = sources, environment = {} }: Program,
  timeout?: number,
) {
  const env = { ...process.env, NODE_OPTIONS: undefined, RPC_API_KEY: undefined, ...environment };
  const child: ChildProcess = spawn(node, [script, 'proxy', ...args], {
    env,
    timeout,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const add = (part: unknown) => {
    text += String(part);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', add);
  const output = () => text;
  const ended = once(child, 'close').then(([exitCode]): Ended => ({ exitCode: Number(exitCode), output: text }));
  return { child, output, ended };
}

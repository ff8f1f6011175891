import { text } from 'node:stream/consumers';
import { CommandError, errorLine } from './command-errors.ts';
import { type CallTarget, type LoadedCall, makeCall } from './load/load-call.ts';
import { help, type LoadOptions, readLoadOptions } from './load/load-options.ts';
import { loadText, reportLoad } from './load/load-report.ts';
import { sendLoad } from './load/send-load.ts';

/** Milliseconds since the epoch, not moved by later changes of the system's time. */
const clock = () => performance.timeOrigin + performance.now();

/** After Ctrl-C, open calls get this time to be answered. */
const graceMilliseconds = 2_000;

function stopAtInterrupt(): { readonly sending: AbortSignal; readonly calls: AbortSignal } {
  const [sending, calls] = [new AbortController(), new AbortController()];
  const stop = () => {
    sending.abort();
    setTimeout(() => calls.abort(), graceMilliseconds).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  return { sending: sending.signal, calls: calls.signal };
}

/** The exit code if the first call shows that further ones make no sense. */
function failureOf({ status, reason }: LoadedCall): readonly [3 | 4 | 5, string] | undefined {
  if (status === undefined) return [5, `The address cannot be reached (${reason}).`];
  if (status === 401 || status === 403) return [3, `The key is refused (${status}). Is it active, and of this stage?`];
  if (status === 404 || status === 405) return [4, `There is no RPC endpoint at this address (${status}).`];
  return undefined;
}

/** @returns the exit code */
async function load({ rps, seconds, json, isKeyVisible, ...called }: LoadOptions): Promise<number> {
  if (isKeyVisible)
    warn('Other users of this machine can see --key. Use --key-from-env, or --key - with standard input.');
  const { sending, calls } = stopAtInterrupt();
  const target: CallTarget = { ...called, clock, signal: calls };
  const startedAt = clock();
  const first = await makeCall(target, startedAt);
  const failure = failureOf(first);
  if (failure) {
    warn(failure[1]);
    return failure[0];
  }
  warn(`${rps * seconds} calls of ${called.method} in ${seconds} s. ${leftOf(first)}Ctrl-C ends it.`);
  const sent = await sendLoad({ rps, seconds }, target, sending);
  const state = { seconds: (clock() - startedAt) / 1_000, interrupted: sending.aborted };
  const report = reportLoad({ ...sent, calls: [first, ...sent.calls] }, state);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : loadText(report));
  return report.passed ? 0 : 1;
}

const leftOf = ({ limits }: LoadedCall): string =>
  limits ? `The key has ${limits.dayRemaining} calls left today. ` : '';

const warn = (message: string): void => void process.stderr.write(`${message}\n`);

try {
  const sources = { environment: process.env, readStandardInput: () => text(process.stdin) };
  const options = await readLoadOptions(process.argv.slice(2), sources);
  if (options) process.exitCode = await load(options);
  else process.stdout.write(help);
} catch (error) {
  warn(errorLine(error));
  process.exitCode = error instanceof CommandError ? 2 : 1;
}

import { text } from 'node:stream/consumers';
import {
  type ExitCode,
  exitCodes,
  NotFoundError,
  RefusedCommandError,
  runProgram,
  UnreachableGatewayError,
} from './command-errors.ts';
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

/** @throws if the first call shows that further ones make no sense */
function checkFirst({ status, reason }: LoadedCall): void {
  if (status === undefined) throw new UnreachableGatewayError(`The address cannot be reached (${reason}).`);
  if (status === 401 || status === 403) {
    throw new RefusedCommandError(`The key is refused (${status}). Is it active, and of this stage?`);
  }
  if (status === 404 || status === 405) {
    throw new NotFoundError(`There is no RPC endpoint at this address (${status}).`);
  }
}

async function load({ rps, seconds, json, isKeyVisible, ...called }: LoadOptions): Promise<ExitCode> {
  if (isKeyVisible)
    warn('Other users of this machine can see --key. Use --key-from-env, or --key - with standard input.');
  const { sending, calls } = stopAtInterrupt();
  const target: CallTarget = { ...called, clock, signal: calls };
  const startedAt = clock();
  const first = await makeCall(target, startedAt);
  checkFirst(first);
  warn(`${rps * seconds} calls of ${called.method} in ${seconds} s. ${leftOf(first)}Ctrl-C ends it.`);
  const sent = await sendLoad({ rps, seconds }, target, sending);
  const state = { seconds: (clock() - startedAt) / 1_000, interrupted: sending.aborted };
  const report = reportLoad({ ...sent, calls: [first, ...sent.calls] }, state);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : loadText(report));
  return report.passed ? exitCodes.done : exitCodes.failed;
}

const leftOf = ({ limits }: LoadedCall): string =>
  limits ? `The key has ${limits.dayRemaining} calls left today. ` : '';

const warn = (message: string): void => void process.stderr.write(`${message}\n`);

await runProgram(async () => {
  const sources = { environment: process.env, readStandardInput: () => text(process.stdin) };
  const options = await readLoadOptions(process.argv.slice(2), sources);
  if (options) return load(options);
  process.stdout.write(help);
  return exitCodes.done;
});

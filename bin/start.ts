import { createProgress, type LogLine } from '../packages/cdk-local/logs.ts';
import { systemClock } from '../src/time.ts';
import { writeConnectionFile } from './start/connection-file.ts';
import { startDemoTraffic } from './start/demo-traffic.ts';
import { help, type Options, readOptions } from './start/options.ts';
import { startRuntime } from './start/runtime.ts';
import { welcome } from './start/welcome.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function start(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) return print(help);
  const interrupted = untilInterrupted();
  const began = systemClock();
  const runtime = await startRuntime(runtimeOptions(options, interrupted.signal));
  const removeConnectionFile = writeConnectionFile(runtime);
  print(welcome(runtime, (systemClock() - began) / 1000));
  const stopTraffic = startDemoTraffic({
    networks: runtime.settings.networks,
    endpoints: runtime.endpoints,
    keys: runtime.demoUser?.keys ?? [],
  });
  await interrupted.promise;
  print('Stopping …');
  removeConnectionFile();
  await stopTraffic();
  await runtime.stop();
}

function runtimeOptions({ verbose, demo, dataDir, config, ...options }: Options, signal: AbortSignal) {
  const progress = createProgress(print, systemClock);
  const onLine = (line: LogLine) => show(line, verbose);
  const { port, apiPort, dashboardPort, upstreams } = options;
  const fixed = {
    port,
    apiPort,
    dashboardPort,
    upstreams,
    config,
    demo: true,
    demoUser: demo,
    schedules: 'on',
  } as const;
  return { ...fixed, progress, onLine, signal, ...(dataDir !== undefined && { dataDir }) };
}

// npm forwards a Ctrl-C that the terminal has already sent, so one press can arrive twice.
const samePressMilliseconds = 1_000;

/** Resolves, and aborts the signal, at the first Ctrl-C. The second one ends the process at once. */
function untilInterrupted(): { readonly promise: Promise<void>; readonly signal: AbortSignal } {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  let first = Number.POSITIVE_INFINITY;
  const stop = () => {
    if (systemClock() - first > samePressMilliseconds) process.exit(130);
    if (controller.signal.aborted) return;
    first = systemClock();
    controller.abort(new Interrupted());
    resolve();
  };
  for (const signal of signals) process.on(signal, stop);
  return { promise, signal: controller.signal };
}

class Interrupted extends Error {}

// Hides metrics, which are for CloudWatch, and low log levels. Lines that are not JSON are shown: Node's warnings, say.
function show({ source, line }: LogLine, verbose: boolean): void {
  const isQuiet = source === 'access-log' || /"level":"(debug|info)"|^\{"_aws":/.test(line);
  if (verbose || !isQuiet) print(`${source}: ${line}`);
}

try {
  await start(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Interrupted)) {
    // Expected errors have a code and a message that needs no stack trace.
    const isExpected = error instanceof Error && 'code' in error;
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}

import { networkInterfaces } from 'node:os';
import { reserveListener } from '../packages/cdk-local/listeners.ts';
import { createProgress, type LogLine } from '../packages/cdk-local/logs.ts';
import { systemClock } from '../src/time.ts';
import { readGatewayVariables, writeConnectionFile } from './start/connection-file.ts';
import { startDemoTraffic } from './start/demo-traffic.ts';
import { computeEndedDays } from './start/ended-days.ts';
import { shellExports } from './start/gateway-variables.ts';
import { createLocalMetrics, type LocalMetrics } from './start/metrics.ts';
import { createMetricsPage } from './start/metrics-page.ts';
import { help, type Options, readOptions } from './start/options.ts';
import { type Runtime, startRuntime } from './start/runtime.ts';
import { readSecretsFile } from './start/secrets-file.ts';
import { explainFailure } from './start/start-errors.ts';
import { welcome } from './start/welcome.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

// The program that reads the output may end first, as in npm start | head. The gateway goes on.
process.stdout.on('error', () => undefined);

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function start(options: Options): Promise<void> {
  const interrupted = untilInterrupted();
  const metrics = createLocalMetrics(systemClock);
  const page = await reserveListener(0);
  page.handle(createMetricsPage(metrics));
  try {
    const began = systemClock();
    const runtime = await startRuntime(runtimeOptions(options, metrics, interrupted.signal));
    const removeConnectionFile = writeConnectionFile(runtime, page.url);
    const seconds = (systemClock() - began) / 1000;
    const exposed = runtime.dynamodbEngine === 'amazon' ? exposedAddresses() : [];
    print(welcome(runtime, { metricsUrl: page.url, seconds, exposedAddresses: exposed }));
    if (!removeConnectionFile) print(notFound);
    const stopTraffic = startDemoTraffic(runtime);
    if (options.demo) void showEndedDays(runtime, interrupted.signal);
    await interrupted.promise;
    print('Stopping …');
    removeConnectionFile?.();
    await stopTraffic();
    await runtime.stop();
  } finally {
    await page.stop();
  }
}

const notFound =
  'Warning: the folder .local cannot be written here, so npm start -- --print-env and npm run sluice do not find this ' +
  'gateway. Use a checkout of your own.\n';

/** Takes seconds, in which the gateway already answers. */
async function showEndedDays(runtime: Runtime, signal: AbortSignal): Promise<void> {
  try {
    await computeEndedDays(runtime);
    print("The demo's week is counted: npm run sluice -- margin, and the page /status of the dashboard.\n");
  } catch (error) {
    if (!signal.aborted) print(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function runtimeOptions(
  { verbose, demo, secretsFile, help: _, printEnv: __, ...options }: Options,
  metrics: LocalMetrics,
  signal: AbortSignal,
) {
  const progress = createProgress(print, systemClock);
  const onLine = (line: LogLine) => {
    metrics.add(line);
    // What fails because it is being stopped is no news.
    if (!signal.aborted) show(line, verbose);
  };
  const onDemoProgress = (text: string) => print(`  Demo user: ${text} requests of a week`);
  const secrets = secretsFile === undefined ? {} : readSecretsFile(secretsFile);
  const fixed = { demo: true, demoUser: demo, operatorFunction: true, schedules: 'on' } as const;
  return { ...options, ...fixed, secrets, progress, onLine, onDemoProgress, signal };
}

const exposedAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list = []) =>
    list.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
  );

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

async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) return print(help);
  if (options.printEnv) return print(shellExports(await readGatewayVariables(String(options.port))));
  await start(options).catch((error: unknown) => {
    if (!(error instanceof Interrupted)) fail(error, options.dataDir);
  });
}

function fail(error: unknown, dataDir?: string): void {
  const { message, exitCode } = explainFailure(error, dataDir);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}

await run(process.argv.slice(2)).catch((error: unknown) => fail(error));

import { startChain } from './chain.ts';
import { OptionsError, readOptions, usage } from './command-line.ts';
import type { ReportFailure } from './json-rpc.ts';

const reportFailure: ReportFailure = (method, error) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${JSON.stringify({ event: 'chain_method_failed', method, message })}\n`);
};

async function start(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) return void process.stdout.write(usage);
  const { network, port } = options;
  if (network === undefined) throw new OptionsError('--network is missing');
  const chain = await startChain({ network, port, slotMs: options['slot-ms'], reportFailure });
  const stop = () => {
    process.stdin.destroy();
    return chain.stop();
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  if (options['until-stdin-closes']) process.stdin.resume().once('end', stop);
  process.stdout.write(`${JSON.stringify({ event: 'chain_listening', network, url: chain.url })}\n`);
}

start(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof OptionsError) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  process.stderr.write(isTaken ? 'The port is in use. Choose another one with --port.\n' : `${error}\n`);
  process.exit(1);
});

import { FakeStripeOptionsError, readOptions, usage } from './command-line.ts';
import { startFakeStripe } from './server.ts';

const day = 86_400_000;

async function start(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) return void process.stdout.write(usage);
  const { port, 'days-behind': daysBehind, 'events-url': eventsUrl, 'api-key': apiKey } = options;
  const signingSecret = options['signing-secret'];
  const server = await startFakeStripe({
    port,
    clock: () => Date.now() - daysBehind * day,
    callersClock: Date.now,
    ...(eventsUrl === undefined ? {} : { eventsUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(signingSecret === undefined ? {} : { signingSecret }),
  });
  const stop = () => {
    process.stdin.destroy();
    return server.stop();
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  if (options['until-stdin-closes']) process.stdin.resume().once('end', stop);
  const { url } = server;
  const line = { event: 'fake_stripe_listening', url, apiKey: server.apiKey, signingSecret: server.signingSecret };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

start(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof FakeStripeOptionsError) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  process.stderr.write(isTaken ? 'The port is in use. Choose another one with --port.\n' : `${error}\n`);
  process.exit(1);
});

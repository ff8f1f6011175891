import { parseArgs } from 'node:util';
import { CommandError, errorLine } from './command-errors.ts';
import { NotRunningError, readGatewayVariables } from './start/connection-file.ts';

const help = `Prints the metrics that the functions of the running local gateway have emitted.

  npm run metrics -- [options]

  --port PORT   port of the RPC API of npm start   (default: 8545)
  --minutes N   of the last N minutes, 1 to 60     (default: 5)

Exit codes: 0 done, 1 failed, 2 wrong usage, 5 no gateway is running on the port.
`;

const options = {
  port: { type: 'string', default: '8545' },
  minutes: { type: 'string', default: '5' },
  help: { type: 'boolean', default: false },
} as const;

function readArguments() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

async function printMetrics(): Promise<void> {
  const { port, minutes, help: isHelp } = readArguments();
  if (isHelp) return void process.stdout.write(help);
  if (!/^\d+$/.test(port)) throw new CommandError('--port must be a number, for example --port 8545.');
  const { METRICS_URL } = await readGatewayVariables(port);
  const answer = await fetch(`${METRICS_URL}/?minutes=${encodeURIComponent(minutes)}`);
  if (!answer.ok) throw new CommandError(`--${await answer.text()}`.trim());
  process.stdout.write(await answer.text());
}

const exitCodeOf = (error: unknown): number =>
  error instanceof CommandError ? 2 : error instanceof NotRunningError ? 5 : 1;

try {
  await printMetrics();
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = exitCodeOf(error);
}

import { CommandError, type ExitCode, exitCodeHelp, runProgram, UsageError } from './command-errors.ts';
import { readCommandLine, refuseArguments } from './command-line.ts';
import { readGatewayVariables } from './start/connection-file.ts';

const usage = 'npm run metrics -- [--port PORT] [--minutes N]';

const help = `Prints the metrics that the functions of the running local gateway have emitted.

  ${usage}

  --port PORT   port of the RPC API of npm start   (default: 8545)
  --minutes N   of the last N minutes, 1 to 60     (default: 5)

${exitCodeHelp}`;

const options = {
  port: { type: 'string', default: '8545' },
  minutes: { type: 'string', default: '5' },
  help: { type: 'boolean', default: false },
} as const;

async function printMetrics(): Promise<ExitCode | undefined> {
  const { values, positionals } = readCommandLine(options, usage);
  if (values.help) return void process.stdout.write(help);
  refuseArguments(positionals, usage);
  const { port, minutes } = values;
  if (!/^\d+$/.test(port)) throw new UsageError('--port must be a number, for example --port 8545.', usage);
  const { METRICS_URL } = await readGatewayVariables(port);
  const answer = await fetch(`${METRICS_URL}/?minutes=${encodeURIComponent(minutes)}`);
  const text = await answer.text();
  if (answer.status === 400) throw new UsageError(`--${text}`.trim(), usage);
  if (!answer.ok) throw new CommandError(`The page of the metrics answered with status ${answer.status}.`);
  return void process.stdout.write(text);
}

await runProgram(printMetrics);
